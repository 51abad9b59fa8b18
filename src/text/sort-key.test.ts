import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCollationTable } from '../../tests/support/collation-weights.ts';
import { mixedText } from '../../tests/support/mixed-text.ts';
import { letterExpansions, letterOrder, markOrder } from './collation-weights.ts';
import { sortKey } from './sort-key.ts';

const compare = (a: string, b: string) => Buffer.compare(sortKey(a), sortKey(b));

test.each([
  ['numbers by value, in any digits', ['Lesson 2', 'lesson 03', 'Lesson ١٠', 'Lesson ۱۱', 'Lesson 100']],
  ['numbers longer than any integer', [`${'9'.repeat(40)}`, `1${'0'.repeat(40)}`, `1${'0'.repeat(39)}1`]],
  ['digits, then Latin, then Arabic', ['٢ درس', '3 lessons', 'Zakat', 'Ω', 'آداب']],
  [
    'names without regard to punctuation',
    ['Fiqh', '(Fiqh) advanced', 'Fiqh: basics', 'Fiqh - closing', '«Fiqh» _ end'],
  ],
  ['names word by word', ['al-Zakat', 'al_zakat two', 'alabaster']],
  [
    'by case and tashkeel only if all letters are equal',
    ['fiqh', 'Fiqh', 'fīqh', 'fiqh 1', 'محمد', 'مُحَمَّد', 'محمد الأول'],
  ],
  ['by the name without its extension', ['Fiqh.pdf', 'Fiqh 2.PDF', 'Fiqh 10.pdf', 'Fiqha.pdf']],
  ['names without regard to apostrophes', ['Quran a', "Qur'an b", 'Qurʾān c']],
  ['symbols before Latin letters', ['!', 'a']],
])('sorts %s', (_, names) => {
  expect(names.toReversed().toSorted(compare)).toEqual(names);
});

test('uses the weights of CLDR', () => {
  expect(readCollationTable()).toEqual({
    letters: letterOrder,
    expansions: letterExpansions,
    marks: markOrder,
  });
});

test('sorts letters, words and numbers like Intl.Collator', () => {
  const collator = new Intl.Collator('ar', { usage: 'sort', numeric: true, sensitivity: 'base' });
  const letters = fc.constantFrom(...'ابتثجحخدرزسشصضطظعغفقكلمنهويىةءأإآؤئکیگabcdefghimnrstzABCZéāḥñøßæ');
  const word = fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: letters, minLength: 1, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.constantFrom('7', '12', '012', '٣', '٢٠', '۳', '۱۱') },
  );
  const names = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  const first = (name: string) =>
    [/^\p{Nd}/u, /^\p{Script=Arabic}/u].map((script) => script.test(name)).join();
  let compared = 0;
  fc.assert(
    fc.property(names, names, (a, b) => {
      if (first(a) !== first(b)) return;
      const expected = collator.compare(a, b);
      if (expected === 0) return;
      compared++;
      expect([a, b, Math.sign(compare(a, b))]).toEqual([a, b, Math.sign(expected)]);
    }),
    { numRuns: 12_000, seed: 7 },
  );
  expect(compared).toBeGreaterThan(4_000);
});

test('gives different names different keys, in a consistent order', () => {
  fc.assert(
    fc.property(mixedText, mixedText, mixedText, (a, b, third) => {
      expect(compare(a, b) === 0).toBe(a.toWellFormed() === b.toWellFormed());
      const [low = '', middle = '', high = ''] = [a, b, third].toSorted(compare);
      expect(compare(low, high)).toBeLessThanOrEqual(0);
      expect(compare(low, middle)).toBeLessThanOrEqual(0);
    }),
    { numRuns: 2_000, seed: 8 },
  );
});

test.each(['\u0301\u0323', '9', '0', ' ', '(', 'آ', '\u200F'])(
  'processes a name with 200,000 repetitions of %j',
  (unit) => {
    expect(sortKey(`x${unit.repeat(200_000)}`).length).toBeGreaterThan(200_000);
  },
);
