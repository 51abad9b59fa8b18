/** Code units of a text that a backend looks for inside others; it refuses a longer one. */
export const longestText = 256;

/** The beginning of a text that a backend looks for: no name holds more of it. */
export function beginningOf(text: string): string {
  return text.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, '');
}
