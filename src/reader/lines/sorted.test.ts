import { expect, test } from 'vitest';
import { sorted } from './sorted.ts';

const byFirst = ([one = 0]: number[], [other = 0]: number[]) => one - other;

test.each([
  ['nothing', []],
  ['what is in order', [[1], [2, 1], [2, 2], [3]]],
  ['what is not', [[3], [2, 1], [1], [2, 2]]],
  ['what is out of order at its end', [[1], [2], [3], [0]]],
])('%s is sorted as by toSorted, into a list of its own', (_name, items: number[][]) => {
  const list = sorted(items, byFirst);
  expect(list).toEqual(items.toSorted(byFirst));
  expect(list).not.toBe(items);
});
