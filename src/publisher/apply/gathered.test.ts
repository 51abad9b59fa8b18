import { expect, test } from 'vitest';
import { gathered } from './gathered.ts';

test('what comes while a write goes on is written together after it', async () => {
  const writes: number[][] = [];
  const put = gathered(async (items: number[]) => {
    writes.push(items);
    await Promise.resolve();
    if (items.includes(0)) throw new Error('refused');
  });
  const first = put(1);
  await Promise.resolve();
  const [second, third] = [put(2), put(3)];
  await Promise.all([first, second, third]);
  expect(writes).toEqual([[1], [2, 3]]);
  await expect(put(0)).rejects.toThrow('refused');
  await put(4);
  expect(writes.at(-1)).toEqual([4]);
});
