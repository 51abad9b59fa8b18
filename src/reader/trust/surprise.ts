import type { LetterCosts } from './letter-costs.ts';

/** How much a text's words surprise who knows the script: bits, over so many pairs of letters. */
export interface Surprise {
  bits: number;
  /** The same of the words read from their ends. */
  backward: number;
  pairs: number;
}

/** Below this many pairs of letters nothing can be told. */
const enoughPairs = 60;

/** Measures words of one script. A lone letter says nothing. */
export function surpriseOf(words: readonly string[], costs: LetterCosts): Surprise {
  const { places, halfBits } = tableOf(costs);
  const width = costs.letters.length;
  const edge = width - 1;
  const cost = (first: number, second: number) => halfBits[first * width + second] ?? 0;
  const sum = { bits: 0, backward: 0, pairs: 0 };
  for (const word of words) {
    let [before, pairs, own, back] = [edge, 1, 0, 0];
    for (let index = 0; index < word.length; index++) {
      const at = places[word.charCodeAt(index)] ?? none;
      if (at === none) continue;
      own += cost(before, at);
      back += cost(at, before);
      before = at;
      pairs++;
    }
    if (pairs < 3) continue;
    sum.bits += (own + cost(before, edge)) / 2;
    sum.backward += (back + cost(edge, before)) / 2;
    sum.pairs += pairs;
  }
  return sum;
}

interface CostTable {
  /** Of each letter, by its code; `none` of what has no costs. */
  places: Uint8Array;
  /** Row by row. */
  halfBits: Uint8Array;
}

const none = 255;
const tables = new Map<LetterCosts, CostTable>();

function tableOf(costs: LetterCosts): CostTable {
  const before = tables.get(costs);
  if (before) return before;
  const places = new Uint8Array(0x10000).fill(none);
  for (const [at, letter] of [...costs.letters].entries()) places[letter.charCodeAt(0)] = at;
  const halfBits = Uint8Array.from(costs.rows.join(''), (digit) => Number.parseInt(digit, 36));
  const made = { places, halfBits };
  tables.set(costs, made);
  return made;
}

/** Whether the words surprise by more bits a pair than what people write. */
export function isSurprising({ bits, pairs }: Surprise, most: number): boolean {
  return pairs >= enoughPairs && bits > most * pairs;
}

/** Bits a pair of letters. Of names and terms from another language few words read better backward, by less than this. */
const leastBetter = 0.3;

/** Whether the words would surprise less if they were read backward: programs that know no Arabic write it so, and English beside it. */
export function isBackward({ bits, backward, pairs }: Surprise): boolean {
  return pairs >= enoughPairs && bits > backward + leastBetter * pairs;
}
