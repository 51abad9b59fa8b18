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
])('%s', (header, accepted) => {
  expect(acceptedEncodings(header)).toEqual(accepted);
  // Cached by the first call.
  expect(acceptedEncodings(header)).toEqual(accepted);
});

test('one that is longer than any browser says is not read', () => {
  const [longest, longer] = [`br${','.repeat(198)}`, `br${','.repeat(199)}`];
  expect(acceptedEncodings(longest)).toEqual(['br']);
  expect(acceptedEncodings(longer)).toEqual([]);
});

test('a hundred odd headers do not push the headers of browsers out for good', () => {
  for (let odd = 0; odd < 200; odd += 1) acceptedEncodings(`odd${odd}`);
  expect(acceptedEncodings('br, zstd')).toBe(acceptedEncodings('br, zstd'));
});
