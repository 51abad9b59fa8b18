import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { clearFolder } from './clear-folder.ts';

let folder: string;
const now = Date.now();
beforeEach(() => {
  folder = createTestFolder();
});

/** Writes a file of `blocks` disk blocks, last used `minutes` ago. */
function write(name: string, blocks: number, minutes: number): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.alloc(blocks * 4096));
  const usedAt = now / 1000 - minutes * 60;
  utimesSync(path, usedAt, usedAt);
}
const fileExists = (name: string) => existsSync(join(folder, name));

test('removes nothing up to the limit, and counts whole disk blocks', () => {
  write('a/1.webp', 3, 5);
  writeFileSync(join(folder, 'a/2.webp'), 'x');
  expect(clearFolder(folder, 4 * 4096, now)).toEqual({ bytes: 4 * 4096 });
  expect([fileExists('a/1.webp'), fileExists('a/2.webp')]).toEqual([true, true]);
});

test('removes abandoned unfinished files and empty folders', () => {
  write('a/1.webp.unfinished', 1, 11);
  write('b/2.webp.unfinished', 1, 1);
  mkdirSync(join(folder, 'empty'));
  expect(clearFolder(folder, 1e6, now)).toEqual({ bytes: 4096 });
  expect([fileExists('a/1.webp.unfinished'), fileExists('b/2.webp.unfinished')]).toEqual([false, true]);
  expect(fileExists('empty')).toBe(true);
  clearFolder(folder, 1e6, now + 700_000);
  expect(fileExists('empty')).toBe(false);
});
