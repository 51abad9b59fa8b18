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
