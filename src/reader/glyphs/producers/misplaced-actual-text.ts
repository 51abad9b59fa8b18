/**
 * Whether a page's replacement texts belong to other letters, as some programs misplace them after a page break: many then begin
 * with the vowel of the previous letter.
 */
export function areMisplaced(texts: readonly string[]): boolean {
  const vowelled = texts.filter((text) => /\p{L}/u.test(text) && /\p{M}/u.test(text));
  const reversed = vowelled.filter((text) => /^\s*\p{M}/u.test(text));
  return reversed.length > 3 && reversed.length > 0.1 * vowelled.length;
}
