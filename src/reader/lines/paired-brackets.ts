const pairs = [String.raw`\(\)`, String.raw`\[\]`, String.raw`\{\}`, '«»'].map((pair) => {
  const half = pair.length / 2;
  const [before, after] = ['(?<=^|\\s)', '(?=$|[\\s.,:;!?،؛؟])'];
  return {
    open: pair[half - 1] ?? '',
    close: pair.at(-1) ?? '',
    enclosed: new RegExp(
      `${before}[${pair}](?=\\S)([^${pair}]*\\p{L}[^${pair}]*)(?<=\\S)[${pair}]${after}`,
      'gu',
    ),
    opening: new RegExp(`${before}[${pair}](?=[\\p{L}\\p{N}])`, 'gu'),
    closing: new RegExp(`(?<=[\\p{L}\\p{M}\\p{N}])[${pair}]${after}`, 'gu'),
  };
});
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Repairs unmatched brackets. PDFium mirrors a bracket next to a word of the other direction: "(تجويد)" in an English line
 * becomes "(تجويد(" or ")تجويد(". For a pair across lines, the word next to the bracket decides.
 */
export function pairBrackets(line: string): string {
  if (!/[()[\]{}«»]/.test(line)) return line;
  return pairs.reduce((text, { open, close, enclosed, opening, closing }) => {
    if (arePaired(text, open, close)) return text;
    const paired = text.replace(enclosed, `${open}$1${close}`);
    return rightToLeft.test(line) ? paired.replace(opening, open).replace(closing, close) : paired;
  }, line);
}

function arePaired(text: string, open: string, close: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === open) depth++;
    else if (character === close && --depth < 0) return false;
  }
  return depth === 0;
}
