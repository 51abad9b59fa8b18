import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBuilt, noteBuilt } from './build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'minbar-build-'));
  mkdirSync(join(root, 'dist'));
  for (const file of ['vite.config.ts', 'package-lock.json']) writeFileSync(join(root, file), file);
});
afterEach(() => rmSync(root, { recursive: true }));

test('a site is built until one of its sources changes', () => {
  noteBuilt(root);
  expect(isBuilt(root)).toBe(true);
  writeFileSync(join(root, 'vite.config.ts'), 'changed');
  expect(isBuilt(root)).toBe(false);
});

test('half of a build, or half of its note, is built again', () => {
  expect(isBuilt(root)).toBe(false);
  noteBuilt(root);
  const note = join(root, 'dist/built-from');
  writeFileSync(note, readFileSync(note, 'utf8').slice(0, 20));
  expect(isBuilt(root)).toBe(false);
});
