const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** What one glyph stands for, in reading order: PDFium turns right-to-left text round letter by letter, also inside a ligature. */
export function inReadingOrder(characters: readonly string[]): string {
  const text = characters.join('');
  if (characters.length < 2 || !rightToLeft.test(text)) return text;
  // Unless it spelled out a lam-alef of the presentation forms, in order; no lam-alef is written the other way round.
  const ordered = /^ل\p{M}*[اأإآٱ]/u.test(text) ? text : characters.toReversed().join('');
  // A mark that is drawn from the same point belongs to the letter.
  return ordered.replace(/^(\p{M}+)(\p{L})/u, '$2$1');
}
