import { expect, test, vi } from 'vitest';
import { createKept } from '#backend/kept.ts';
import { keptPlaces } from './kept-places.ts';

test('a lesson’s place is asked once for each version of the library, at the same time too, and again after a failure', async () => {
  let version = 1;
  const find = vi.fn(async (id: string) =>
    id === 'never' ? undefined : { href: id, saved: id, fileId: id },
  );
  const places = keptPlaces(
    createKept(() => version),
    find,
  );
  const one = { href: 'one', saved: 'one', fileId: 'one' };
  expect(await Promise.all([places('one'), places('one'), places('never'), places('never')])).toEqual([
    one,
    one,
    undefined,
    undefined,
  ]);
  expect(find).toHaveBeenCalledTimes(2);
  version = 2;
  find.mockRejectedValueOnce(new Error('away'));
  await expect(places('one')).rejects.toThrow('away');
  expect(await places('one')).toEqual(one);
});
