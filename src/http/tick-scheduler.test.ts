import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTickScheduler } from './tick-scheduler.ts';

test('so many are begun in a turn, the others later, each in the order in which it came', async () => {
  const inTurn = createTickScheduler(() => 2);
  const starts: number[] = [];
  for (let number = 1; number <= 5; number += 1) inTurn(() => starts.push(number));
  expect(starts).toEqual([1, 2]);
  await turn();
  expect(starts).toEqual([1, 2, 3, 4]);
  // A later job does not overtake.
  inTurn(() => starts.push(6));
  await turn();
  expect(starts).toEqual([1, 2, 3, 4, 5, 6]);
  await turn();
  inTurn(() => starts.push(7));
  expect(starts.at(-1)).toBe(7);
});

test('whoever has many waiting takes turns with the others', async () => {
  const inTurn = createTickScheduler(() => 2);
  let starts = '';
  const schedule = (owner: string) => inTurn(() => (starts += owner), owner);
  for (const owner of 'aaaaaab') schedule(owner);
  await turn();
  expect(starts).toBe('aaab');
  for (const owner of 'cbb') schedule(owner);
  await turn();
  expect(starts).toBe('aaabac');
  await turn();
  await turn();
  expect(starts).toBe('aaabacbaba');
});

test('how many are begun is asked in each turn', async () => {
  let maxPerTick = 1;
  const inTurn = createTickScheduler(() => maxPerTick);
  let startCount = 0;
  for (let number = 0; number < 10; number += 1) inTurn(() => (startCount += 1));
  expect(startCount).toBe(1);
  maxPerTick = 3;
  await turn();
  expect(startCount).toBe(4);
  maxPerTick = 6;
  await turn();
  expect(startCount).toBe(10);
});

test('a work that asks for another one takes turns with those that wait, in their order', async () => {
  const inTurn = createTickScheduler(() => 2);
  let order = '';
  const steps = (name: string, left: number): void =>
    inTurn(() => {
      order += name;
      if (left > 1) steps(name, left - 1);
    });
  for (const name of ['a', 'b', 'c']) steps(name, 3);
  const snapshots = [order];
  while (order.length < 9) {
    await turn();
    snapshots.push(order);
  }
  expect(snapshots).toEqual(['aa', 'aaab', 'aaabcb', 'aaabcbcb', 'aaabcbcbc']);
});

test('a work that throws holds up no other', () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setImmediate'] });
  const inTurn = createTickScheduler(() => 3);
  const starts: number[] = [];
  for (let number = 1; number <= 6; number += 1)
    inTurn(() => {
      if (number === 4) throw new Error('broken');
      starts.push(number);
    });
  expect(() => vi.runAllTimers()).toThrow('broken');
  vi.runAllTimers();
  expect(starts).toEqual([1, 2, 3, 5, 6]);
});

test('a limit of no jobs is refused: the jobs would wait for ever', () => {
  const schedule = createTickScheduler(() => 0);
  expect(() => schedule(() => {})).toThrow(RangeError);
});
