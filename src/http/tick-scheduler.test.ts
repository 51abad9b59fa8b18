import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTickScheduler } from './tick-scheduler.ts';

test('starts jobs in order, up to the limit of each tick', async () => {
  const schedule = createTickScheduler(() => 2);
  const starts: number[] = [];
  for (let number = 1; number <= 5; number += 1) schedule(() => starts.push(number));
  expect(starts).toEqual([1, 2]);
  await nextTick();
  expect(starts).toEqual([1, 2, 3, 4]);
  // A job that is scheduled later does not overtake the waiting ones.
  schedule(() => starts.push(6));
  await nextTick();
  expect(starts).toEqual([1, 2, 3, 4, 5, 6]);
  await nextTick();
  schedule(() => starts.push(7));
  expect(starts.at(-1)).toBe(7);
});

test('alternates between owners, however many jobs one of them has', async () => {
  const schedule = createTickScheduler(() => 2);
  let starts = '';
  const start = (owner: string) => schedule(() => (starts += owner), owner);
  for (const owner of 'aaaaaab') start(owner);
  await nextTick();
  expect(starts).toBe('aaab');
  for (const owner of 'cbb') start(owner);
  await nextTick();
  expect(starts).toBe('aaabac');
  await nextTick();
  await nextTick();
  expect(starts).toBe('aaabacbaba');
});

test('reads the limit in each tick', async () => {
  let maxPerTick = 1;
  const schedule = createTickScheduler(() => maxPerTick);
  let startCount = 0;
  for (let number = 0; number < 10; number += 1) schedule(() => (startCount += 1));
  expect(startCount).toBe(1);
  maxPerTick = 3;
  await nextTick();
  expect(startCount).toBe(4);
  maxPerTick = 6;
  await nextTick();
  expect(startCount).toBe(10);
});

test('queues a job that another job schedules behind the waiting ones', async () => {
  const schedule = createTickScheduler(() => 2);
  let order = '';
  const steps = (name: string, left: number): void =>
    schedule(() => {
      order += name;
      if (left > 1) steps(name, left - 1);
    });
  for (const name of ['a', 'b', 'c']) steps(name, 3);
  const snapshots = [order];
  while (order.length < 9) {
    await nextTick();
    snapshots.push(order);
  }
  expect(snapshots).toEqual(['aa', 'aaab', 'aaabcb', 'aaabcbcb', 'aaabcbcbc']);
});

test('starts the other queued jobs after one throws', () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setImmediate'] });
  const schedule = createTickScheduler(() => 3);
  const starts: number[] = [];
  for (let number = 1; number <= 6; number += 1)
    schedule(() => {
      if (number === 4) throw new Error('broken');
      starts.push(number);
    });
  expect(() => vi.runAllTimers()).toThrow('broken');
  vi.runAllTimers();
  expect(starts).toEqual([1, 2, 3, 5, 6]);
});

test('refuses a limit below one, because jobs would never start', () => {
  const schedule = createTickScheduler(() => 0);
  expect(() => schedule(() => {})).toThrow(RangeError);
});
