import { expect, test } from 'vitest';
import { inReadingOrder } from './ligature-order.ts';

test.each([
  [['ا', 'ل'], 'لا'],
  [['ل', 'ا'], 'لا'],
  [['إ', 'ل'], 'لإ'],
  [['م', 'ح', 'ل'], 'لحم'],
  [['f', 'f', 'i'], 'ffi'],
  [['ب'], 'ب'],
])('%j stands for %s', (characters, text) => {
  expect(inReadingOrder(characters)).toBe(text);
});
