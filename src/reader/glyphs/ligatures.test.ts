import { expect, test } from 'vitest';
import { areSpelledOut, toReadingOrder } from './ligatures.ts';

test.each([
  [['ا', 'ل'], 'لا'],
  [['ل', 'ا'], 'لا'],
  [['إ', 'ل'], 'لإ'],
  [['م', 'ح', 'ل'], 'لحم'],
  [['ا', 'ل', 'ل', 'ه'], 'الله'],
  [['ه', 'ل', 'ل', 'ا'], 'الله'],
  [['f', 'f', 'i'], 'ffi'],
  [['ب'], 'ب'],
])('reads %j as %s', (characters, text) => {
  expect(toReadingOrder(characters)).toBe(text);
});

test('detects that a page’s ligatures are already in reading order', () => {
  const spelled = areSpelledOut([['ل', 'خ'], ['ا', 'ل'], ['ب']]);
  expect([spelled, toReadingOrder(['ل', 'خ'], spelled)]).toEqual([true, 'لخ']);
  expect(toReadingOrder(['ب', 'ا'], spelled)).toBe('اب');
});

test('reverses all ligatures of a page on which most ligatures are reversed', () => {
  const spelled = areSpelledOut([
    ['م', 'ل'],
    ['ح', 'ل'],
    ['ل', 'خ'],
  ]);
  expect([spelled, toReadingOrder(['ل', 'خ'], spelled)]).toEqual([false, 'خل']);
});
