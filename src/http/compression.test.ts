import { expect, test } from 'vitest';
import { acceptedEncodings } from './compression.ts';

test.each([
  [undefined, []],
  ['', []],
  ['identity', []],
  ['gzip', ['gzip']],
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['GZIP;q=0.5 , Br', ['br', 'gzip']],
  ['br;q=0, gzip;q=0.000', []],
  ['br; q=0.001, gzip; q=0', ['br']],
  ['brotli, x-gzip', []],
])('parses the Accept-Encoding header %j', (header, accepted) => {
  expect(acceptedEncodings(header)).toEqual(accepted);
  // The second call returns the cached result.
  expect(acceptedEncodings(header)).toEqual(accepted);
});

test('ignores a header longer than any browser sends', () => {
  const [longest, longer] = [`br${','.repeat(198)}`, `br${','.repeat(199)}`];
  expect(acceptedEncodings(longest)).toEqual(['br']);
  expect(acceptedEncodings(longer)).toEqual([]);
});

test('caches the headers of browsers again after many unusual headers', () => {
  for (let index = 0; index < 200; index += 1) acceptedEncodings(`unusual${index}`);
  expect(acceptedEncodings('br, zstd')).toBe(acceptedEncodings('br, zstd'));
});
