import { expect, test } from 'vitest';
import { withBytesInPlace } from './ghostscript-bytes.ts';

test.each([
  ['two Latin letters', '昀椀', 'fi'],
  ['three, of which the last two are added up', '昀케', 'ffi'],
  ['and "ffl"', '昀툀', 'ffl'],
  ['a shadda and its damma', '佑\u064F', '\u0651\u064F'],
  ['what is in place', 'لا', 'لا'],
  ['one sign of Chinese', '昀', '昀'],
  ['two of Chinese', '昀明', '昀明'],
])('%s', (_, bytes, read) => {
  expect(withBytesInPlace([...bytes]).join('')).toBe(read);
});
