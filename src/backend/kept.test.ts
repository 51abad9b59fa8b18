import { expect, test, vi } from 'vitest';
import { createKept } from './kept.ts';

test('what is waited for is made once for each version of the library, at the same time too, and again after a failure', async () => {
  let version = 1;
  const make = vi.fn(async (id: string) => (id === 'never' ? undefined : { href: id }));
  const places = createKept(() => version).shelf<Promise<{ href: string } | undefined>>('place', () => 300);
  const place = (id: string) => places.get(id, () => make(id));
  const one = { href: 'one' };
  const together = [place('one'), place('one'), place('never'), place('never')];
  expect(await Promise.all(together)).toEqual([one, one, undefined, undefined]);
  expect(make).toHaveBeenCalledTimes(2);
  version = 2;
  make.mockRejectedValueOnce(new Error('away'));
  await expect(place('one')).rejects.toThrow('away');
  expect(await place('one')).toEqual(one);
});
