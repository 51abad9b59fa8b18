import { expect, test } from 'vitest';
import { areSpelledOut, inReadingOrder } from './ligatures.ts';

test.each([
  [['ا', 'ل'], 'لا'],
  [['ل', 'ا'], 'لا'],
  [['إ', 'ل'], 'لإ'],
  [['م', 'ح', 'ل'], 'لحم'],
  [['ا', 'ل', 'ل', 'ه'], 'الله'],
  [['ه', 'ل', 'ل', 'ا'], 'الله'],
  [['f', 'f', 'i'], 'ffi'],
  [['ب'], 'ب'],
])('%j stands for %s', (characters, text) => {
  expect(inReadingOrder(characters)).toBe(text);
});

test('ligatures that a font calls characters of Unicode are in order already', () => {
  const spelled = areSpelledOut([['ل', 'خ'], ['ا', 'ل'], ['ب']]);
  expect([spelled, inReadingOrder(['ل', 'خ'], spelled)]).toEqual([true, 'لخ']);
  expect(inReadingOrder(['ب', 'ا'], spelled)).toBe('اب');
});

test('of a font with many ligatures of its own none is', () => {
  const spelled = areSpelledOut([
    ['م', 'ل'],
    ['ح', 'ل'],
    ['ل', 'خ'],
  ]);
  expect([spelled, inReadingOrder(['ل', 'خ'], spelled)]).toEqual([false, 'خل']);
});
