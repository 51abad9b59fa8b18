import { expect, test, vi } from 'vitest';
import { retry } from './retry.ts';

test('does not retry after a programming error', async () => {
  const action = vi.fn(async () => {
    throw new TypeError('x is not a function');
  });
  await expect(retry(action)).rejects.toThrow('x is not a function');
  expect(action).toHaveBeenCalledTimes(1);
});
