import { appendFileSync, type BigIntStats, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watch as chokidar, type FSWatcher } from 'chokidar';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Outcome, watchLibrary } from './watch.ts';

vi.mock('node:fs/promises', { spy: true });
vi.mock('chokidar', { spy: true });

const disk = { dev: 1n, ino: 2n } as BigIntStats;
// Its own folder: what other programs do in the folder for temporary files would be changes too.
const folder = mkdtempSync(join(tmpdir(), 'minbar-watch-'));
mkdirSync(join(folder, 'Fiqh'));
afterAll(() => rmSync(folder, { recursive: true }));
const times = { quiet: 0, longest: 10_000, look: 2000, retry: 5000 };
const fine: Outcome = { again: null, failed: false };
const watcherOf = (result: { value: unknown } | undefined) => result?.value as FSWatcher;
const patience = { timeout: 300_000 };

describe('looks at the folder itself', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  test('a disk that hangs is read once; when it answers, the folder is read again', async () => {
    const looks = vi.mocked(stat).mockResolvedValueOnce(disk);
    const publish = vi.fn(async () => fine);
    const watch = watchLibrary(() => folder, publish, times);
    await watch.first;
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), patience);
    const { promise, resolve } = Promise.withResolvers<BigIntStats>();
    looks.mockReset().mockReturnValueOnce(promise).mockResolvedValue(disk);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toHaveBeenCalledTimes(1);
    expect(publish).toHaveBeenCalledTimes(1);
    resolve(disk);
    await vi.advanceTimersByTimeAsync(3000);
    expect(publish.mock.calls.length).toBeGreaterThan(1);
    await watch.close();
  });

  test('a folder that may be read only now is read again', async () => {
    vi.mocked(stat)
      .mockReset()
      .mockResolvedValueOnce(disk)
      .mockResolvedValue({ ...disk, mode: 7n } as BigIntStats);
    const publish = vi.fn(async () => fine);
    const watch = watchLibrary(() => folder, publish, times);
    await watch.first;
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), patience);
    await vi.advanceTimersByTimeAsync(3000);
    expect(publish.mock.calls.length).toBeGreaterThan(1);
    await watch.close();
  });
});

test('where the system has no room for a watch, the folder is polled', async () => {
  vi.mocked(stat).mockReset();
  const begun = vi.mocked(chokidar).mockClear();
  const publish = vi.fn(async () => fine);
  const watch = watchLibrary(() => folder, publish, { ...times, look: 60_000 });
  const first = watcherOf(begun.mock.results[0]);
  for (const code of ['ENOSPC', 'ENOSPC']) first.emit('error', Object.assign(new Error(code), { code }));
  expect(first.closed).toBe(true);
  await watch.first;
  for (const change of [
    () => writeFileSync(join(folder, 'Wudu.pdf'), ''),
    () => appendFileSync(join(folder, 'Wudu.pdf'), 'overwritten in place'),
    () => rmSync(join(folder, 'Wudu.pdf')),
  ]) {
    const before = publish.mock.calls.length;
    change();
    await vi.waitFor(() => expect(publish.mock.calls.length).toBeGreaterThan(before), patience);
  }
  await watch.close();
});

test('a failed publication is tried again with growing pauses, a successful one is not', async () => {
  const ends: Outcome[] = [...Array.from({ length: 3 }, () => ({ again: null, failed: true })), fine];
  const at: number[] = [];
  const publish = vi.fn(async () => {
    at.push(performance.now());
    return ends.shift() ?? fine;
  });
  const watch = watchLibrary(() => folder, publish, { ...times, look: 60_000, retry: 40 });
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(4), patience);
  const pauses = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  for (const [index, least] of [40, 80, 160].entries())
    expect(pauses[index]).toBeGreaterThanOrEqual(least - 5);
  await watch.close();
});

test('a change during a publication is not delayed to the later look that the publication asked for', async () => {
  const running = Promise.withResolvers<Outcome>();
  const publish = vi.fn(() => running.promise).mockResolvedValueOnce(fine);
  const watch = watchLibrary(() => folder, publish, { ...times, look: 60_000 });
  await watch.first;
  writeFileSync(join(folder, 'Fiqh', 'Wudu.pdf'), '1');
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(2), patience);
  const changes = vi.fn();
  watcherOf(vi.mocked(chokidar).mock.results.at(-1)).on('all', changes);
  writeFileSync(join(folder, 'Fiqh', 'Prayer.pdf'), '1');
  await vi.waitFor(() => expect(changes).toHaveBeenCalled(), patience);
  running.resolve({ again: 3_600_000, failed: false });
  publish.mockResolvedValue(fine);
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(3), patience);
  await watch.close();
});

test('changes that never pause are published all the same', async () => {
  const publish = vi.fn(async () => fine);
  const watch = watchLibrary(() => folder, publish, {
    ...times,
    look: 60_000,
    quiet: 3_600_000,
    longest: 100,
  });
  await watch.first;
  writeFileSync(join(folder, 'Fiqh', 'Fasting.pdf'), '1');
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(2), patience);
  await watch.close();
});
