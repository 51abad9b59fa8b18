import { expect, it } from 'vitest';
import { createGate } from './gate.ts';

it('lets no more than its width in, everyone in turn, and a failure makes room', async () => {
  const gate = createGate(2);
  const seen: number[] = [];
  let inside = 0;
  let most = 0;
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4].map((n) =>
      gate.pass(async () => {
        most = Math.max(most, ++inside);
        await Promise.resolve();
        seen.push(n);
        inside -= 1;
        if (n === 1) throw new Error('one');
        return n;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(seen).toEqual([0, 1, 2, 3, 4]);
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true]);
});
