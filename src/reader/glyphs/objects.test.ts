import { expect, test } from 'vitest';
import { textOfString } from './objects.ts';

test.each([
  ['UTF-16, big-endian', [0xfe, 0xff, 0x06, 0xcc], 'ی'],
  ['UTF-16, little-endian', [0xff, 0xfe, 0xcc, 0x06], 'ی'],
  ['UTF-8', [0xef, 0xbb, 0xbf, 0xd8, 0xa8], 'ب'],
  ['Latin letters', [0x66, 0x69], 'fi'],
  ['letters with a language escape', [0xfe, 0xff, 0, 0x1b, 0, 0x61, 0, 0x72, 0, 0x1b, 0x06, 0x28], 'ب'],
])('decodes a string of %s', (_, bytes, text) => {
  expect(textOfString(Uint8Array.from(bytes))).toBe(text);
});
