import { expect, test } from 'vitest';
import { identity } from './geometry.ts';
import { objectFinder } from './text-objects.ts';

test('objects are found by their pointers, beside the last one, far from it and not at all', () => {
  const objects = Array.from({ length: 3000 }, (_, order) => ({
    pointer: 16 * order + 8,
    order,
    outer: identity,
    actualText: undefined,
  }));
  const find = objectFinder(objects);
  const orders = [0, 1, 0, 3, 2999, 2998, 5, 1500];
  expect(orders.map((order) => find(16 * order + 8)?.order)).toEqual(orders);
  expect([find(16), find(16 * 3000 + 8)]).toEqual([undefined, undefined]);
  expect(find(24)?.order, 'after one that is not there').toBe(1);
});
