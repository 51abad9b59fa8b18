/** Words that are also written in one with the next, and how that begins: al-Fiqh, عبد الله, أبو بكر. */
const joining: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:al|el|ar|as|ash|at|ath|ad|adh|an|az)$/, /^[a-z]/],
  [/^[وفبكل]?عبد$/, /^ال/],
  [/^[وفبكل]?(?:ابو|ابي|ابا)$/, /^\p{L}/u],
];

/** Letters before a second word, and of one, at least. */
const shortest = { first: 2, second: 3 };
const longestFirst = 4;

/** Whether two folded words that stand side by side are also written as one. */
export function isWrittenInOne(word: string, next: string): boolean {
  return joining.some(([first, second]) => first.test(word) && second.test(next));
}

/** The two words that a folded word is also written as, in each way. */
export function writtenInTwo(word: string): [string, string][] {
  const ways: [string, string][] = [];
  for (let at = shortest.first; at <= longestFirst && at <= word.length - shortest.second; at++) {
    const two: [string, string] = [word.slice(0, at), word.slice(at)];
    if (isWrittenInOne(...two)) ways.push(two);
  }
  return ways;
}
