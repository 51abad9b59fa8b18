import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('runs work on one key in order, also after a failure, and other keys at once', async () => {
  const turns = createTurns();
  const log: string[] = [];
  const work =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} starts`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
    };
  await Promise.allSettled([
    turns.take('a', work('a1', true)),
    turns.take('a', work('a2')),
    turns.take('b', work('b1')),
  ]);
  expect(log.filter((line) => line.startsWith('a'))).toEqual([
    'a1 starts',
    'a1 ends',
    'a2 starts',
    'a2 ends',
  ]);
  expect(log.indexOf('b1 starts')).toBeLessThan(log.indexOf('a1 ends'));
});
