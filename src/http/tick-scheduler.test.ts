import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTickScheduler } from './tick-scheduler.ts';

test('so many are begun in a turn, the others later, each in the order in which it came', async () => {
  const inTurn = createTickScheduler(() => 2);
  const begun: number[] = [];
  for (let number = 1; number <= 5; number += 1) inTurn(() => begun.push(number));
  expect(begun).toEqual([1, 2]);
  await turn();
  expect(begun).toEqual([1, 2, 3, 4]);
  // A later job does not overtake.
  inTurn(() => begun.push(6));
  await turn();
  expect(begun).toEqual([1, 2, 3, 4, 5, 6]);
  await turn();
  inTurn(() => begun.push(7));
  expect(begun.at(-1)).toBe(7);
});

test('whoever has many waiting takes turns with the others', async () => {
  const inTurn = createTickScheduler(() => 2);
  let begun = '';
  const ask = (whose: string) => inTurn(() => (begun += whose), whose);
  for (const whose of 'aaaaaab') ask(whose);
  await turn();
  expect(begun).toBe('aaab');
  for (const whose of 'cbb') ask(whose);
  await turn();
  expect(begun).toBe('aaabac');
  await turn();
  await turn();
  expect(begun).toBe('aaabacbaba');
});

test('how many are begun is asked in each turn', async () => {
  let most = 1;
  const inTurn = createTickScheduler(() => most);
  let begun = 0;
  for (let number = 0; number < 10; number += 1) inTurn(() => (begun += 1));
  expect(begun).toBe(1);
  most = 3;
  await turn();
  expect(begun).toBe(4);
  most = 6;
  await turn();
  expect(begun).toBe(10);
});

test('a work that asks for another one takes turns with those that wait, in their order', async () => {
  const inTurn = createTickScheduler(() => 2);
  let done = '';
  const steps = (name: string, left: number): void =>
    inTurn(() => {
      done += name;
      if (left > 1) steps(name, left - 1);
    });
  for (const name of ['a', 'b', 'c']) steps(name, 3);
  const seen = [done];
  while (done.length < 9) {
    await turn();
    seen.push(done);
  }
  expect(seen).toEqual(['aa', 'aaab', 'aaabcb', 'aaabcbcb', 'aaabcbcbc']);
});

test('a work that throws holds up no other', () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setImmediate'] });
  const inTurn = createTickScheduler(() => 3);
  const begun: number[] = [];
  for (let number = 1; number <= 6; number += 1)
    inTurn(() => {
      if (number === 4) throw new Error('broken');
      begun.push(number);
    });
  expect(() => vi.runAllTimers()).toThrow('broken');
  vi.runAllTimers();
  expect(begun).toEqual([1, 2, 3, 5, 6]);
});

test('a limit of no jobs is refused: the jobs would wait for ever', () => {
  const schedule = createTickScheduler(() => 0);
  expect(() => schedule(() => {})).toThrow(RangeError);
});
