import { expect, test } from 'vitest';
import { repairGhostscriptBytes } from './ghostscript-bytes.ts';

test.each([
  ['two Latin letters', '昀椀', 'fi'],
  ['three Latin letters, the last two summed', '昀케', 'ffi'],
  ['the ligature "ffl"', '昀툀', 'ffl'],
  ['a shadda and its damma', '佑\u064F', '\u0651\u064F'],
  ['letters without a fault', 'لا', 'لا'],
  ['a Chinese character', '昀', '昀'],
  ['two Chinese characters', '昀明', '昀明'],
])('repairs or keeps %s', (_, bytes, read) => {
  expect(repairGhostscriptBytes([...bytes]).join('')).toBe(read);
});
