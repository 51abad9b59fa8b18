const pairs = [String.raw`\(\)`, String.raw`\[\]`, String.raw`\{\}`, '«»'].map((pair) => {
  const half = pair.length / 2;
  const [open, close] = [pair.slice(0, half), pair.slice(half)];
  // The first stands where one opens, and the second where one closes.
  const twice = (bracket: string) =>
    new RegExp(
      `(?<=^|\\s)${bracket}(?=\\S)([^${open}${close}]*\\p{L}[^${open}${close}]*)(?<=\\S)${bracket}(?!\\p{L})`,
      'gu',
    );
  const bothTurned = new RegExp(
    `(?<=^|\\s)${close}(?=\\S)([^${open}${close}]*\\p{L}[^${open}${close}]*)(?<=\\S)${open}(?=$|[\\s.,:;!?،؛؟])`,
    'gu',
  );
  return {
    open: open.slice(-1),
    close: close.slice(-1),
    twiceOpen: twice(open),
    twiceClose: twice(close),
    bothTurned,
  };
});

/**
 * A line whose brackets close as they open. PDFium turns a bracket round that stands beside a word of the other direction: of
 * "(تجويد)" in an English line it makes "(تجويد(", or ")تجويد(".
 */
export function pairedBrackets(line: string): string {
  if (!/[()[\]{}«»]/.test(line)) return line;
  return pairs.reduce((text, { open, close, twiceOpen, twiceClose, bothTurned }) => {
    const excess = text.split(open).length - text.split(close).length;
    if (excess === 0) return text.includes(open) ? text.replace(bothTurned, `${open}$1${close}`) : text;
    const twice = excess > 0 ? twiceOpen : twiceClose;
    const turned = text.match(twice)?.length ?? 0;
    if (turned === 0 || 2 * turned !== Math.abs(excess)) return text;
    return text.replace(twice, `${open}$1${close}`);
  }, line);
}
