import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

test('no more works than allowed are begun, in the order they come, and one that fails makes room too', async () => {
  const begun: number[] = [];
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const one = atMost(2);
  const works = gates.map(({ promise }, at) =>
    one(() => {
      begun.push(at);
      return promise;
    }).catch(() => 'failed'),
  );
  expect(begun).toEqual([0, 1]);
  gates[1]?.reject(new Error('broken'));
  await works[1];
  expect(begun).toEqual([0, 1, 2]);
  gates[0]?.resolve();
  gates[2]?.resolve();
  await works[2];
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  for (const { resolve } of gates) resolve();
  expect(await Promise.all(works)).toEqual([undefined, 'failed', undefined, undefined, undefined]);
});
