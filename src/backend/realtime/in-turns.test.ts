import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createInTurns } from './in-turns.ts';

test('so many steps are done at once and in each turn, work after work', async () => {
  const inTurns = createInTurns(2);
  let done = '';
  function* work(name: string): Generator<void> {
    for (let step = 0; step < 3; step += 1) {
      done += name;
      yield;
    }
  }
  for (const name of ['a', 'b', 'c']) inTurns(work(name));
  const seen = [done];
  while (seen.length < 6) {
    await turn();
    seen.push(done);
  }
  // That a work has ended is a step too.
  expect(seen).toEqual(['aa', 'aaa', 'aaabb', 'aaabbb', 'aaabbbcc', 'aaabbbccc']);
});

test('a work that throws holds up no other', async () => {
  const inTurns = createInTurns(2);
  let done = '';
  function* fails(): Generator<void> {
    yield;
    throw new Error('broken');
  }
  function* works(): Generator<void> {
    yield;
    done += 'done';
  }
  expect(() => inTurns(fails())).toThrow('broken');
  inTurns(works());
  for (let turns = 0; turns < 3; turns++) await turn();
  expect(done).toBe('done');
});
