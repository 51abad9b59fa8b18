import { letterExpansions, letterOrder, markOrder } from './collation-weights.ts';

/** The weight of one letter on the three levels of the Unicode Collation Algorithm: letter, form, case. */
export interface LetterWeight {
  readonly letter: number;
  readonly form: number;
  readonly case: number;
}

const afterAllListed = 0x10000;

const weights = new Map<string, readonly LetterWeight[]>();
for (const [letter, forms] of letterOrder.split(' ').entries())
  for (const [form, cases] of forms.split(',').entries())
    for (const [index, character] of [...cases].entries())
      weights.set(character, [{ letter, form, case: index }]);
for (const [character = '', ...pair] of letterExpansions.split(' ').map((expansion) => [...expansion]))
  weights.set(
    character,
    // As its two letters, but after them: æ after ae.
    pair.flatMap((letter) => (weights.get(letter) ?? []).map((weight) => ({ ...weight, case: 2 }))),
  );

const marks = new Map([...markOrder].map((mark, index) => [mark, index]));

/** Whether the collation knows the letter as it is; any other is to be decomposed (NFD) before it is weighed. */
export function isWeighedWhole(letter: string): boolean {
  return weights.has(letter);
}

/** The weights of a letter; letters of scripts that are not listed follow, by code point. */
export function letterWeights(letter: string): readonly LetterWeight[] {
  const unlisted = { letter: afterAllListed + (letter.codePointAt(0) ?? 0), form: 0, case: 0 };
  return weights.get(letter) ?? [unlisted];
}

/** The weight of a mark among marks. */
export function markWeight(mark: string): number {
  return marks.get(mark) ?? marks.size + (mark.codePointAt(0) ?? 0);
}
