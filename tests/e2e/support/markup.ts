/** Names that would have an effect on a page that treats them as more than text. */
export const markup = [
  '"><img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  '</template><svg onload=alert(1)>',
];
