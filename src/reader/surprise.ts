import type { LetterCosts } from './letter-costs.ts';

/** How much a text's words surprise who knows the script: bits, over so many pairs of letters. */
export interface Surprise {
  bits: number;
  pairs: number;
}

/** Below this many pairs of letters nothing can be told. */
const enoughPairs = 60;

/** Measures words of one script. A lone letter says nothing. */
export function surpriseOf(words: readonly string[], costs: LetterCosts): Surprise {
  const { places, bits } = tableOf(costs);
  const edge = costs.letters.length - 1;
  const sum = { bits: 0, pairs: 0 };
  for (const word of words) {
    const known: number[] = [];
    for (const letter of word) {
      const at = places.get(letter);
      if (at !== undefined) known.push(at);
    }
    if (known.length < 2) continue;
    let before = edge;
    known.push(edge);
    for (const at of known) {
      sum.bits += bits[before]?.[at] ?? 0;
      before = at;
    }
    sum.pairs += known.length;
  }
  return sum;
}

interface CostTable {
  places: ReadonlyMap<string, number>;
  bits: readonly (readonly number[])[];
}

const tables = new Map<LetterCosts, CostTable>();

function tableOf(costs: LetterCosts): CostTable {
  const made = tables.get(costs) ?? {
    places: new Map([...costs.letters].map((letter, at) => [letter, at])),
    bits: costs.rows.map((row) => [...row].map((digit) => Number.parseInt(digit, 36) / 2)),
  };
  tables.set(costs, made);
  return made;
}

/** Whether the words surprise by more bits a pair than what people write. */
export function isSurprising({ bits, pairs }: Surprise, most: number): boolean {
  return pairs >= enoughPairs && bits > most * pairs;
}
