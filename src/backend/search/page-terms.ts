/** Returns the term of a column's value; it occurs in no folded text. */
export function markOf(key: string, value: string): string {
  return `\uE000${Buffer.from(`${key}=${value}`).toString('hex')}`;
}

/**
 * Longest word that is paired. The words of most pages are short in every language. Two adjacent ones form one term, so that finding
 * them does not read all pages that contain both.
 */
const MAX_PAIRED_LETTERS = 3;

/** The separator inside a pair, and the marker between pairs that are not adjacent. No folded text holds them. */
const [JOINT, GAP] = ['\uE001', '\uE002'];

/** Lists the pairs of a folded text, in its order. */
export function wordPairs(text: string): string {
  const pairs: string[] = [];
  let before = '';
  for (const word of text.split(' ')) {
    const short = word.length <= MAX_PAIRED_LETTERS ? word : '';
    if (before !== '' && short !== '') pairs.push(before + JOINT + short);
    else if (pairs.length > 0 && pairs.at(-1) !== GAP) pairs.push(GAP);
    before = short;
  }
  return pairs.join(' ');
}

/**
 * Translates a `contains` on the folded words of a page into an FTS5 MATCH: a value that begins with a space is a word, or words side
 * by side, and where it does not end with one the last is the beginning of a word. Undefined for any other value.
 */
export function phraseMatch(value: string): string | undefined {
  if (!/^ [^ ]/.test(value) || /[^\P{ASCII}a-z0-9 ]/u.test(value)) return undefined;
  const words = value.trim().split(/ +/);
  const isWhole = value.endsWith(' ');
  if (isWhole && words.length > 1 && words.every((word) => word.length <= MAX_PAIRED_LETTERS))
    return `pairs : "${wordPairs(words.join(' '))}"`;
  return `words : "${words.join(' ')}"${isWhole ? '' : ' *'}`;
}
