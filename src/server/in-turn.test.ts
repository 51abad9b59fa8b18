import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createInTurn } from './in-turn.ts';

test('so many are begun in a turn, the others later, each in the order in which it came', async () => {
  const inTurn = createInTurn(2);
  const begun: number[] = [];
  for (let one = 1; one <= 5; one += 1) inTurn(() => begun.push(one));
  expect(begun).toEqual([1, 2]);
  await turn();
  expect(begun).toEqual([1, 2, 3, 4]);
  // Whoever comes now does not overtake.
  inTurn(() => begun.push(6));
  await turn();
  expect(begun).toEqual([1, 2, 3, 4, 5, 6]);
  await turn();
  inTurn(() => begun.push(7));
  expect(begun.at(-1)).toBe(7);
});
