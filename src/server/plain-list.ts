/** Whether an address is of the library's list without a search: nothing on it stands inside the lessons. */
export function isPlainList(address: string): boolean {
  return /^\/(?:\?|$)/.test(address) && !new URLSearchParams(address.slice(2)).has('search');
}
