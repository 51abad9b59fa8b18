import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gathered } from './gathered.ts';

function writer() {
  const writes: number[][] = [];
  const write = async (items: number[]) => {
    writes.push(items);
    await setImmediate();
    await setImmediate();
    if (items.includes(0)) throw new Error('refused');
  };
  return { writes, write };
}

test('what comes while a write goes on is written together after it', async () => {
  const { writes, write } = writer();
  const put = gathered(write);
  const first = put(1);
  await setImmediate();
  const [second, third] = [put(2), put(3)];
  await Promise.all([first, second, third]);
  expect(writes).toEqual([[1], [2, 3]]);
  await expect(put(0)).rejects.toThrow('refused');
  await put(4);
  expect(writes.at(-1)).toEqual([4]);
});

test('and what comes within a pause', async () => {
  const { writes, write } = writer();
  const put = gathered(write, 20);
  const first = put(1);
  await setImmediate();
  await Promise.all([first, put(2)]);
  await put(3);
  expect(writes).toEqual([[1, 2], [3]]);
});

test('when all have come nothing more is waited for', async () => {
  const { writes, write } = writer();
  const allCame = Promise.withResolvers<void>();
  const put = gathered(write, 1_000_000, allCame.promise);
  const first = put(1);
  allCame.resolve();
  await Promise.all([first, put(2)]);
  expect(writes).toEqual([[1, 2]]);
});
