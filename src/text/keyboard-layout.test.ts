import { expect, test } from 'vitest';
import { fold } from './fold.ts';
import { otherLayout } from './keyboard-layout.ts';

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
])('%s was meant to be %s', (typed, meant) => {
  expect(otherLayout(typed)).toContain(meant);
});

test.each(['', '123', 'fiqh فقه', '٢', '؟'])('%j could not have been typed on another layout', (text) => {
  expect(otherLayout(text)).toEqual([]);
});

test('every letter of the Arabic alphabet has its key, both ways', () => {
  for (const letter of 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءئؤ') {
    const key = otherLayout(letter)[0] ?? '';
    expect(key).toMatch(/^[a-z;',./`[\]]$/);
    // Keys of punctuation alone are no text of either script: an a is typed with them.
    expect(otherLayout(`a${key}`)).toContain(`ش${letter}`);
    expect(fold(letter)).not.toBe('');
  }
});
