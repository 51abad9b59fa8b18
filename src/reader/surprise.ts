import type { LetterCosts } from './letter-costs.ts';

/** How much a text's words surprise who knows the script: bits, over so many pairs of letters. */
export interface Surprise {
  bits: number;
  pairs: number;
}

/** Below this many pairs of letters nothing can be told. */
const enoughPairs = 60;

/** Measures words of one script. A lone letter says nothing. */
export function surpriseOf(words: readonly string[], { letters, rows }: LetterCosts): Surprise {
  const edge = letters.length - 1;
  const sum = { bits: 0, pairs: 0 };
  for (const word of words) {
    const known = [...word].map((letter) => letters.indexOf(letter)).filter((at) => at >= 0);
    if (known.length < 2) continue;
    let before = edge;
    for (const at of [...known, edge]) {
      sum.bits += Number.parseInt(rows[before]?.[at] ?? '0', 36) / 2;
      sum.pairs++;
      before = at;
    }
  }
  return sum;
}

/** Whether the words surprise by more bits a pair than what people write. */
export function isSurprising({ bits, pairs }: Surprise, most: number): boolean {
  return pairs >= enoughPairs && bits > most * pairs;
}
