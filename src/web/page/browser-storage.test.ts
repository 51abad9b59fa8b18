import { expect, test } from 'vitest';
import { findPageToContinue } from './browser-storage.ts';

test.each([
  [[], undefined],
  [[['a', 7, 17]], ['a', 7, 17]],
  [
    [
      ['a', 7, 17],
      ['b', 2],
    ],
    ['b', 2],
  ],
  [[['a', 17, 17]], undefined],
  [[['a', 1, 17]], undefined],
] as const)('after reading %j, offers to continue with %j', (reads, expected) => {
  expect(findPageToContinue(reads)).toEqual(expected);
});
