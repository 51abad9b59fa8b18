import { expect, test } from 'vitest';
import { textOfString } from './objects.ts';

test.each([
  ['UTF-16, big end first', [0xfe, 0xff, 0x06, 0xcc], 'ی'],
  ['UTF-16, little end first', [0xff, 0xfe, 0xcc, 0x06], 'ی'],
  ['UTF-8', [0xef, 0xbb, 0xbf, 0xd8, 0xa8], 'ب'],
  ['plain letters', [0x66, 0x69], 'fi'],
  ['a language named inside', [0xfe, 0xff, 0, 0x1b, 0, 0x61, 0, 0x72, 0, 0x1b, 0x06, 0x28], 'ب'],
])('a string of %s', (_, bytes, text) => {
  expect(textOfString(Uint8Array.from(bytes))).toBe(text);
});
