import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFolder } from './watch-folder.ts';

vi.mock('node:fs/promises', { spy: true });

const disk = { dev: 1n, ino: 2n } as BigIntStats;

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

test('a disk that hangs is asked once and holds nobody up; once it answers, the folder is read again', async () => {
  const looks = vi.mocked(stat).mockResolvedValueOnce(disk);
  const changed = vi.fn();
  const watch = watchFolder(tmpdir(), changed);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));

  const { promise, resolve } = Promise.withResolvers<BigIntStats>();
  looks.mockReset().mockReturnValueOnce(promise).mockResolvedValue(disk);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toHaveBeenCalledTimes(1);
  expect(changed).not.toHaveBeenCalled();

  resolve(disk);
  await vi.advanceTimersByTimeAsync(3000);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(looks).toHaveBeenCalledTimes(2);
  await watch.close();
});
