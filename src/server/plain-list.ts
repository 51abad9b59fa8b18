/** Whether a page's canonical address is of the library's list without a search: nothing on it stands inside the lessons. */
export function isPlainList(href: string): boolean {
  return /^\/(?:\?|$)/.test(href) && !/[?&]search=/.test(href);
}
