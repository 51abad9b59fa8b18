import { appendFileSync, type BigIntStats, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { watch as chokidar, type FSWatcher } from 'chokidar';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSharedFolder } from '../../../tests/support/temporary-folder.ts';
import { type Outcome, watchLibrary } from './watch.ts';

vi.mock('node:fs/promises', { spy: true });
vi.mock('chokidar', { spy: true });

const disk = { dev: 1n, ino: 2n } as BigIntStats;
// A separate folder, because the watch would also report changes that other programs make in the system's temporary folder.
const folder = createSharedFolder();
mkdirSync(join(folder, 'Fiqh'));
const times = { quiet: 0, longest: 10_000, check: 2000, retry: 5000 };
const success: Outcome = { retryAfterMs: null, failed: false };
const watcherOf = (result: { value: unknown } | undefined) => result?.value as FSWatcher;

describe('checks of the folder itself', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  test('query a hanging disk only once, and read the folder again when it responds', async () => {
    const statCalls = vi.mocked(stat).mockResolvedValueOnce(disk);
    const publish = vi.fn(async () => success);
    const watch = watchLibrary(() => folder, publish, times);
    await watch.firstPublication;
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    const { promise, resolve } = Promise.withResolvers<BigIntStats>();
    statCalls.mockReset().mockReturnValueOnce(promise).mockResolvedValue(disk);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(statCalls).toHaveBeenCalledTimes(1);
    expect(publish).toHaveBeenCalledTimes(1);
    resolve(disk);
    await vi.advanceTimersByTimeAsync(3000);
    expect(publish.mock.calls.length).toBeGreaterThan(1);
    await watch.close();
  });

  test('read a folder again when its permissions change', async () => {
    vi.mocked(stat)
      .mockReset()
      .mockResolvedValueOnce(disk)
      .mockResolvedValue({ ...disk, mode: 7n } as BigIntStats);
    const publish = vi.fn(async () => success);
    const watch = watchLibrary(() => folder, publish, times);
    await watch.firstPublication;
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(3000);
    expect(publish.mock.calls.length).toBeGreaterThan(1);
    await watch.close();
  });
});

test('polls the folder if the system allows no more watches', async () => {
  vi.mocked(stat).mockReset();
  const watches = vi.mocked(chokidar).mockClear();
  const publish = vi.fn(async () => success);
  const watch = watchLibrary(() => folder, publish, { ...times, check: 60_000 });
  const first = watcherOf(watches.mock.results[0]);
  for (const code of ['ENOSPC', 'ENOSPC']) first.emit('error', Object.assign(new Error(code), { code }));
  expect(first.closed).toBe(true);
  await watch.firstPublication;
  for (const change of [
    () => writeFileSync(join(folder, 'Wudu.pdf'), ''),
    () => appendFileSync(join(folder, 'Wudu.pdf'), 'overwritten in place'),
    () => rmSync(join(folder, 'Wudu.pdf')),
  ]) {
    const before = publish.mock.calls.length;
    change();
    await expect.poll(() => publish.mock.calls.length).toBeGreaterThan(before);
  }
  await watch.close();
});

test('retries a failed publication with growing pauses', async () => {
  const outcomes: Outcome[] = [
    ...Array.from({ length: 3 }, () => ({ retryAfterMs: null, failed: true })),
    success,
  ];
  const startTimes: number[] = [];
  const publish = vi.fn(async () => {
    startTimes.push(performance.now());
    return outcomes.shift() ?? success;
  });
  const watch = watchLibrary(() => folder, publish, { ...times, check: 60_000, retry: 40 });
  await expect.poll(() => publish.mock.calls.length).toBe(4);
  const pauses = startTimes.slice(1).map((time, index) => time - (startTimes[index] ?? 0));
  for (const [index, least] of [40, 80, 160].entries())
    expect(pauses[index]).toBeGreaterThanOrEqual(least - 5);
  await watch.close();
});

test('publishes a change during a publication without waiting for its scheduled retry', async () => {
  const running = Promise.withResolvers<Outcome>();
  const publish = vi.fn(() => running.promise).mockResolvedValueOnce(success);
  const watch = watchLibrary(() => folder, publish, { ...times, check: 60_000 });
  await watch.firstPublication;
  writeFileSync(join(folder, 'Fiqh', 'Wudu.pdf'), '1');
  await expect.poll(() => publish.mock.calls.length).toBe(2);
  const changes = vi.fn();
  watcherOf(vi.mocked(chokidar).mock.results.at(-1)).on('all', changes);
  writeFileSync(join(folder, 'Fiqh', 'Prayer.pdf'), '1');
  await expect.poll(() => changes.mock.calls.length).toBeGreaterThan(0);
  running.resolve({ retryAfterMs: 3_600_000, failed: false });
  publish.mockResolvedValue(success);
  await expect.poll(() => publish.mock.calls.length).toBe(3);
  await watch.close();
});

test('publishes changes that never pause', async () => {
  const publish = vi.fn(async () => success);
  const intervals = { ...times, check: 60_000, quiet: 3_600_000, longest: 100 };
  const watch = watchLibrary(() => folder, publish, intervals);
  await watch.firstPublication;
  writeFileSync(join(folder, 'Fiqh', 'Fasting.pdf'), '1');
  await expect.poll(() => publish.mock.calls.length).toBe(2);
  await watch.close();
});
