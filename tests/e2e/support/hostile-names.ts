/** Names that would run a script on a page that does not escape them. */
export const hostileNames = [
  '"><img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  '</template><svg onload=alert(1)>',
];
