import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mixedText } from '../../tests/support/mixed-text.ts';
import { foldWords, originalWords } from './words.ts';

test('folds a text word by word as it folds the whole text', () => {
  fc.assert(
    fc.property(fc.oneof(mixedText, fc.string({ unit: 'grapheme' })), (text) => {
      expect(originalWords(text).flatMap(({ folded }) => folded)).toEqual(foldWords(text));
    }),
    { numRuns: 5_000, seed: 6 },
  );
});

test('returns the ranges of the words', () => {
  const text = '«مُقدِّمة» في Self-Care™ ﷽';
  expect(originalWords(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'مُقدِّمة',
    'في',
    'Self',
    'Care™',
    '﷽',
  ]);
});
