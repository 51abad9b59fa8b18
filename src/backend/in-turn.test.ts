import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
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

test('a work that asks for another one takes turns with those that wait, in their order', async () => {
  const inTurn = createInTurn(2);
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
  const inTurn = createInTurn(3);
  const begun: number[] = [];
  for (let one = 1; one <= 6; one += 1)
    inTurn(() => {
      if (one === 4) throw new Error('broken');
      begun.push(one);
    });
  expect(() => vi.runAllTimers()).toThrow('broken');
  vi.runAllTimers();
  expect(begun).toEqual([1, 2, 3, 5, 6]);
});
