import { expect, test } from 'vitest';
import { frequentArabicWords } from '../../tests/support/frequent-arabic-words.ts';
import { guessOtherLayout } from './keyboard-layout.ts';

test.each([
  [';jhf', 'كتاب'],
  [';JHF', 'كتاب'],
  ['hgwghm', 'الصلاة'],
  ['hgr vHk', 'الق رأن'],
  ['Hp;hl', 'أحكام'],
  ['بهضا', 'fiqh'],
  ['فشبسهق', 'tafsir'],
  ['لاعسم', 'ghusl'],
  ['لاخخن', 'book'],
])('guesses that %s was meant to be %s', (typed, intended) => {
  expect(guessOtherLayout(typed)).toContain(intended);
});

test.each(['', '123', 'fiqh فقه', '٢', '؟', 'في', 'up'])('has no guess for %j', (text) => {
  expect(guessOtherLayout(text)).toEqual([]);
});

test('can produce every letter of the Arabic alphabet', () => {
  const keys = "`qwertyuiop[]asdfghjkl;'zxcvnm,./";
  const characters = new Set([...keys].flatMap((key) => guessOtherLayout(`aaa${key}`)));
  for (const letter of 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءئؤ') expect(characters).toContain(`ششش${letter}`);
});

test.each(['وحي', 'زواج', 'ذكر', 'ظهر', 'روح', 'طه', 'نوح', 'هود', 'زهد', 'وجه', 'حظ', 'حيب'])(
  'has no guess for the word %s',
  (word) => {
    expect(guessOtherLayout(word)).toEqual([]);
  },
);

test('guesses only words of at least three letters for common Arabic words', () => {
  for (const word of frequentArabicWords)
    for (const guess of guessOtherLayout(word)) {
      expect(guess).toMatch(/^[a-z]{3,}$/);
      expect('.pdf').not.toContain(guess);
    }
});
