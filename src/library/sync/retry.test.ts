import { expect, test, vi } from 'vitest';
import { retry } from './retry.ts';

test('a programming error is not taken for a lost connection', async () => {
  const action = vi.fn(async () => {
    throw new TypeError('x is not a function');
  });
  await expect(retry(action)).rejects.toThrow('x is not a function');
  expect(action).toHaveBeenCalledTimes(1);
});
