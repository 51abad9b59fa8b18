import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mixedText } from '../../tests/support/mixed-text.ts';
import { fold } from './fold.ts';

test.each([
  ['tashkeel and tatweel', 'مُحَـــمَّدٌ', 'محمد'],
  ['forms of alef, also decomposed', 'أ إ آ ٱ ا\u0654 ا\u0653', 'ا ا ا ا ا ا'],
  ['yeh, teh marbuta, waw with hamza', 'هدى السيرة المؤمنون فوائد', 'هدي السيره المومنون فوايد'],
  ['Uthmani spelling', 'الصَّلَوٰةَ', 'الصلاه'],
  ['hamza and alef for madda', 'ٱلقُرءَان', 'القران'],
  ['hamza after a long vowel, in words long enough', 'دعاء قراءة وضوء النساء', 'دعا قراه وضو النسا'],
  ['hamza that distinguishes short words', 'شيء ماء الماء سوء جزء', 'شيء ماء الماء سوء جزء'],
  ['Persian and Urdu letters', 'کتاب گلستان یہ پ چ ژ ٹ ڈ ڑ ں', 'كتاب كلستان يه ب ج ز ت د ر ن'],
  ['presentation forms and ligatures', 'ﺍﻟﺘﻔﺴﻴﺮ ﻻ ﷲ', 'التفسير لا الله'],
  ['honorifics with and without a decomposition', '(ﷺ)﷽', 'صلي الله عليه وسلم بسم الله الرحمن الرحيم'],
  ['digits of three kinds, leading zeros', '٠٣ ۱۴۴۵ 007 0 100', '3 1445 7 0 100'],
  ['Latin diacritics and case', 'ḤADĪTH Straße Œuvre ﬁqh', 'hadith strasse oeuvre fiqh'],
  ['apostrophes of every kind', "ʿAqīdah Qur’an du'a Shafi`i", 'aqidah quran dua shafii'],
  ['hyphens, which stay only between letters', 'al–Fiqh - x -y z- a--b', 'al-fiqh x y z a b'],
  ['punctuation', 'خطبة_الجمعة، (٢)؟ 100% a\\b', 'خطبه الجمعه 2 100 a b'],
  ['invisible characters', '\u2067Fi\u00ADqh\u2069 ا\u200Cب', 'fiqh اب'],
  ['text without letters', ' _%\\\'"\u064E\u200F ', ''],
])('folds %s', (_, text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('folds every ligature of Arabic honorifics in Unicode to its words', () => {
  const wordless: string[] = [];
  for (const [first, last] of [
    [0xfb50, 0xfdff],
    [0x10ec0, 0x10eff],
  ] as const)
    for (let code = first; code <= last; code++) {
      const character = String.fromCodePoint(code);
      if (/\p{So}/u.test(character) && !fold(character).includes(' ')) wordless.push(code.toString(16));
    }
  expect(wordless).toEqual([]);
  expect(fold('الألباني \uFBD2، علي \uFDCE، الأنبياء \u{10ED2}')).toBe(
    fold('الألباني عليه الرحمة، علي كرم الله وجهه، الأنبياء عليهم الصلاة والسلام'),
  );
});

test('is idempotent, and folds NFC and NFD alike', () => {
  fc.assert(
    fc.property(fc.oneof(mixedText, fc.string({ unit: 'grapheme' })), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
      expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
    }),
    { numRuns: 5_000, seed: 1 },
  );
});

test('is idempotent, and folds NFD alike, for every character of the first two planes', () => {
  const failures: string[] = [];
  for (let code = 0; code < 0x20000; code++) {
    const character = String.fromCodePoint(code);
    const form = fold(character);
    if (fold(form) !== form || fold(character.normalize('NFD')) !== form) failures.push(code.toString(16));
  }
  expect(failures).toEqual([]);
});

test.each([
  ['marks out of order', '\u0301\u0323'],
  ['hamzas', 'ء'],
  ['waws with marks', 'و\u064E'],
  ['zeros', '0'],
  ['hyphens', '-'],
  ['spaces', ' '],
  ['alefs and hamzas', 'اءو'],
])('folds 200,000 repetitions of %s in linear time', (_, unit) => {
  // Quadratic work would take minutes here, far beyond the test's time limit.
  expect(fold(`x${unit.repeat(200_000)}`).startsWith('x')).toBe(true);
});

test('folds a waw with 200,000 marks before its dagger alef', () => {
  expect(fold(`و${'\u0301\u0323'.repeat(100_000)}\u0670`)).toBe('ا');
});
