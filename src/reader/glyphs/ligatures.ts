const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const lamAlef = /^ل\p{M}*[اأإآٱ]/u;
const nameOfGod = /^ا?لله$/;

/** Letters of each ligature of two or three letters that has a Unicode character (U+FC00 to U+FDC7), except lam-alef. */
const arabicLigatures = new Set(
  Array.from({ length: 0xfdc8 - 0xfc00 }, (_, index) =>
    String.fromCharCode(0xfc00 + index).normalize('NFKD'),
  ).filter((letters) => /^\p{L}{2,3}$/u.test(letters) && !lamAlef.test(letters)),
);

/** Words and phrases that have a Unicode character, such as ﷺ, without spaces. None is the reverse of another. */
const phrases = new Set(
  Array.from({ length: 0xfdfe - 0xfdf0 }, (_, index) =>
    withoutSpaces(String.fromCharCode(0xfdf0 + index).normalize('NFKD')),
  ),
);

/**
 * Whether a page's ligatures, as PDFium returns them, are in reading order. PDFium reverses the letters of a ligature,
 * but spells out those that the font maps to one Unicode character.
 */
export function areSpelledOut(ligatures: readonly (readonly string[])[]): boolean {
  let balance = 0;
  for (const letters of ligatures) {
    const [inOrder, reversed] = [letters.join(''), letters.toReversed().join('')];
    if (inOrder !== reversed)
      balance += Number(arabicLigatures.has(inOrder)) - Number(arabicLigatures.has(reversed));
  }
  return balance > 0;
}

/** Returns a glyph's text in reading order: PDFium reverses right-to-left letters, even inside a ligature. */
export function toReadingOrder(characters: readonly string[], isSpelledOut = false): string {
  const text = characters.join('');
  if (characters.length < 2 || !rightToLeft.test(text)) return text;
  // These letters form no ligature in reverse, so they are in reading order.
  const isInOrder =
    lamAlef.test(text) ||
    nameOfGod.test(text) ||
    phrases.has(withoutSpaces(text)) ||
    (isSpelledOut && arabicLigatures.has(text));
  const ordered = isInOrder ? text : characters.toReversed().join('');
  // In Unicode, a mark follows its letter, so leading marks move behind the first letter.
  return ordered.replace(/^(\p{M}+)(\p{L})/u, '$2$1');
}

function withoutSpaces(text: string): string {
  return text.replaceAll(' ', '');
}
