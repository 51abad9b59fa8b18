/** Names that would do something on a page that took them for more than text. */
export const markup = [
  '"><img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  '</template><svg onload=alert(1)>',
];
