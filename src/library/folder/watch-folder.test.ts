import { type BigIntStats, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watch as chokidar, type FSWatcher } from 'chokidar';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFolder } from './watch-folder.ts';

vi.mock('node:fs/promises', { spy: true });
vi.mock('chokidar', { spy: true });

const aMinute = { timeout: 60_000 };
const disk = { dev: 1n, ino: 2n } as BigIntStats;
// Of its own: what other programs do in the folder for temporary files would be changes too.
const folder = mkdtempSync(join(tmpdir(), 'minbar-watch-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

test('a disk that hangs is asked once and holds nobody up; once it answers, the folder is read again', async () => {
  const looks = vi.mocked(stat).mockResolvedValueOnce(disk);
  const changed = vi.fn();
  const watch = watchFolder(folder, changed, 2000);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), aMinute);

  const { promise, resolve } = Promise.withResolvers<BigIntStats>();
  looks.mockReset().mockReturnValueOnce(promise).mockResolvedValue(disk);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toHaveBeenCalledTimes(1);
  expect(changed).not.toHaveBeenCalled();

  resolve(disk);
  await vi.advanceTimersByTimeAsync(3000);
  expect(changed).toHaveBeenCalled();
  expect(looks).toHaveBeenCalledTimes(2);
  await watch.close();
});

test('a folder that may be read only now is read again', async () => {
  vi.mocked(stat)
    .mockReset()
    .mockResolvedValueOnce(disk)
    .mockResolvedValue({ ...disk, mode: 7n } as BigIntStats);
  const changed = vi.fn();
  const watch = watchFolder(folder, changed, 2000);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), aMinute);
  await vi.advanceTimersByTimeAsync(3000);
  expect(changed).toHaveBeenCalled();
  await watch.close();
});

test('a watch that begins again reports what came before it was ready', async () => {
  vi.mocked(stat)
    .mockReset()
    .mockResolvedValueOnce(disk)
    .mockResolvedValue({ ...disk, ino: 3n } as BigIntStats);
  const [changed, begun] = [vi.fn(), vi.mocked(chokidar).mockClear()];
  const watch = watchFolder(folder, changed, 2000);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), aMinute);
  await vi.advanceTimersByTimeAsync(3000);
  const second = begun.mock.results[1]?.value as FSWatcher;
  changed.mockClear();
  second.emit('ready');
  expect(changed).toHaveBeenCalled();
  await watch.close();
});

test('where the system has no room for a watch, the folder is polled', async () => {
  vi.useRealTimers();
  vi.mocked(stat).mockReset();
  const [changed, begun] = [vi.fn(), vi.mocked(chokidar).mockClear()];
  const watch = watchFolder(folder, changed, 2000);
  const first = begun.mock.results[0]?.value as FSWatcher;
  for (const code of ['ENOSPC', 'ENOSPC']) first.emit('error', Object.assign(new Error(code), { code }));
  expect(first.closed).toBe(true);
  await watch.ready;
  changed.mockClear();
  writeFileSync(join(folder, 'Wudu.pdf'), '');
  await vi.waitFor(() => expect(changed).toHaveBeenCalled(), aMinute);
  await watch.close();
}, 70_000);
