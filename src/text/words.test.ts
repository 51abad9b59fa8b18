import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mixedText } from '../../tests/support/mixed-text.ts';
import { foldWords, originalWords } from './words.ts';

test('word by word, a text folds to what it folds to as a whole', () => {
  fc.assert(
    fc.property(fc.oneof(mixedText, fc.string({ unit: 'grapheme' })), (text) => {
      expect(originalWords(text).flatMap(({ folded }) => folded)).toEqual(foldWords(text));
    }),
    { numRuns: 5_000, seed: 6 },
  );
});

test('the words stand where they are said to stand', () => {
  const text = '«مُقدِّمة» في Self-Care™ ﷽';
  expect(originalWords(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'مُقدِّمة',
    'في',
    'Self',
    'Care™',
    '﷽',
  ]);
});
