/**
 * The words that stand on most pages are short in every language. Where two of them stand side by side is kept as one word: to find it,
 * a million pages with both need not be read.
 */
const longest = 3;

/** Between the words of a pair, and in place of what parts pairs. No folded text holds them. */
const [joint, gap] = ['\uE001', '\uE002'];

/** The pairs of a folded text, in its order. */
export function wordPairs(text: string): string {
  const pairs: string[] = [];
  let before = '';
  for (const word of text.split(' ')) {
    const short = word.length <= longest ? word : '';
    if (before !== '' && short !== '') pairs.push(before + joint + short);
    else if (pairs.length > 0 && pairs.at(-1) !== gap) pairs.push(gap);
    before = short;
  }
  return pairs.join(' ');
}

/** The pairs that stand for words side by side; undefined where one of them is long. */
export function pairsOf(words: readonly string[]): string | undefined {
  return words.length > 1 && words.every((word) => word.length <= longest)
    ? wordPairs(words.join(' '))
    : undefined;
}
