/**
 * Whether a page's replacement texts belong to other letters. Some programs misplace them after a page break, so that many begin
 * with the vowel of the previous letter.
 */
export function areMisplaced(texts: readonly string[]): boolean {
  const textsWithVowels = texts.filter((text) => /\p{L}/u.test(text) && /\p{M}/u.test(text));
  const startingWithVowel = textsWithVowels.filter((text) => /^\s*\p{M}/u.test(text));
  return startingWithVowel.length > 3 && startingWithVowel.length > 0.1 * textsWithVowels.length;
}
