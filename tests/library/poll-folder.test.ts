import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pollFolder } from '../../src/library/folder/watch.ts';

vi.mock('node:fs/promises', { spy: true });

const patience = { timeout: 300_000 };
let folder: string;
let changed: ReturnType<typeof vi.fn<() => void>>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'minbar-poll-'));
  mkdirSync(join(folder, 'Fiqh'));
  writeFileSync(join(folder, 'Fiqh/Wudu.pdf'), '');
  changed = vi.fn<() => void>();
});
afterEach(() => {
  vi.mocked(stat).mockReset();
  rmSync(folder, { recursive: true });
});

test('the state to compare with is read before the poll is ready', async () => {
  const { promise, resolve } = Promise.withResolvers<never>();
  vi.mocked(stat).mockReturnValueOnce(promise);
  let isReady = false;
  const poll = pollFolder(folder, changed, 1);
  const ready = poll.ready.then(() => {
    isReady = true;
  });
  await vi.waitFor(() => expect(stat).toHaveBeenCalled(), patience);
  expect(isReady).toBe(false);
  resolve(undefined as never);
  await ready;
  poll.close();
});

test.each<[string, () => void]>([
  ['a new lesson', () => writeFileSync(join(folder, 'Fiqh/Prayer.pdf'), '')],
  ['a new category', () => mkdirSync(join(folder, 'Tafsir'))],
  ['a lesson that is overwritten in place', () => appendFileSync(join(folder, 'Fiqh/Wudu.pdf'), 'more')],
  ['a lesson that is removed', () => rmSync(join(folder, 'Fiqh/Wudu.pdf'))],
  ['a folder that is removed', () => rmSync(join(folder, 'Fiqh'), { recursive: true })],
])('%s is noticed in the moment after the poll is ready', async (_, change) => {
  const poll = pollFolder(folder, changed, 1);
  await poll.ready;
  change();
  await vi.waitFor(() => expect(changed).toHaveBeenCalled(), patience);
  poll.close();
});

test('junk, drafts and a folder that stays the same are no change', async () => {
  mkdirSync(join(folder, '_draft'));
  const poll = pollFolder(folder, changed, 1);
  await poll.ready;
  writeFileSync(join(folder, '_draft/Later.pdf'), '');
  writeFileSync(join(folder, 'Fiqh/.DS_Store'), '');
  const before = vi.mocked(stat).mock.calls.length;
  await vi.waitFor(() => expect(vi.mocked(stat).mock.calls.length).toBeGreaterThan(before + 12), patience);
  poll.close();
  expect(changed).not.toHaveBeenCalled();
});
