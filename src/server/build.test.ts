import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBuilt, markBuilt } from './build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'minbar-build-'));
  mkdirSync(join(root, 'dist'));
  for (const file of ['vite.config.ts', 'package-lock.json']) writeFileSync(join(root, file), file);
});
afterEach(() => rmSync(root, { recursive: true }));

test('the site counts as built until a source changes', () => {
  markBuilt(root);
  expect(isBuilt(root)).toBe(true);
  writeFileSync(join(root, 'vite.config.ts'), 'changed');
  expect(isBuilt(root)).toBe(false);
});

test('the site does not count as built after an interrupted build or with an incomplete stamp', () => {
  expect(isBuilt(root)).toBe(false);
  markBuilt(root);
  const stamp = join(root, 'dist/built-from');
  writeFileSync(stamp, readFileSync(stamp, 'utf8').slice(0, 20));
  expect(isBuilt(root)).toBe(false);
});
