import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mixedText } from '../../tests/support/mixed-text.ts';
import { highlight } from './highlight.ts';
import { originalWords } from './words.ts';

const mark = (query: string, text: string) =>
  highlight(query, text).map(({ start, end }) => text.slice(start, end));

test.each([
  ['احكام', 'أَحْكَامُ الصِّيَامِ', ['أَحْكَامُ']],
  ['أحكام', 'أحكام الصيام'.normalize('NFD'), ['أحكام'.normalize('NFD')]],
  ['صيام', 'أحكام الصيام', ['الصيام']],
  ['عبدالله', 'سيرة عبد الله بن عباس', ['عبد', 'الله']],
  ['صلى الله', 'سيرة النبي ﷺ', ['ﷺ']],
  ['كان', 'ما شاء الله كان', ['كان']],
  ['ماشاء الله', 'ما شاء الله كان', ['ما', 'شاء', 'الله']],
  ['لا', 'ﻻ إله', ['ﻻ']],
  ['fiqh', 'The Fiqh of al-Fiqh (Fiqhs)', ['Fiqh', 'Fiqh', 'Fiqhs']],
  ['tafseer', 'Tafsir and Tafsīr', ['Tafsir', 'Tafsīr']],
  ['hadith salah', 'Salah in the Ḥadīth', ['Salah', 'Ḥadīth']],
  ['10', 'الدرس ١٠ — 101', ['١٠', '101']],
  ['lesson 01', 'Lesson 1 of 21, not 041', ['Lesson', '1']],
  ['٤', 'الدرس 04 من 14', ['04']],
  ['القران', '\u200Fفضل القرآن', ['القرآن']],
  ['الحج', 'فقه الصلاة', []],
  ['%', 'Fiqh', []],
  ['', 'Fiqh', []],
  ['  ', 'Fiqh of', []],
])('%j in %j marks %j', (query, text, words) => {
  expect(mark(query, text)).toEqual(words);
});

test('returns whole words in order', () => {
  fc.assert(
    fc.property(mixedText, mixedText, (text, query) => {
      const words = originalWords(text);
      const ranges = highlight(query, text);
      const wordIndexes = ranges.map(({ start, end }) =>
        words.findIndex((word) => word.start === start && word.end === end),
      );
      expect(wordIndexes).not.toContain(-1);
      expect(wordIndexes).toEqual(wordIndexes.toSorted((a, b) => a - b));
    }),
    { numRuns: 3_000, seed: 5 },
  );
});
