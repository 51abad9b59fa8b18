import { expect, test } from 'vitest';
import { fileSize } from './file-size.ts';

test.each([
  [0, '0 KB'],
  [512, '0.5 KB'],
  [8602, '8.4 KB'],
  [10 * 1024 - 1, '10 KB'],
  [10 * 1024, '0.01 MB'],
  [1_300_234, '1.24 MB'],
  [2_621_440, '2.50 MB'],
  [1_288_490_188, '1,228.80 MB'],
  [-1, '0 KB'],
  [Number.NaN, '0 KB'],
])('%d bytes read %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
