import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTestFolder } from '../../tests/support/temporary-folder.ts';
import { isBuilt, runBuild } from './build.ts';

let root: string;
beforeEach(() => {
  root = createTestFolder();
  mkdirSync(join(root, 'dist'));
  for (const file of ['vite.config.ts', 'package-lock.json']) writeFileSync(join(root, file), file);
});

const changeSource = (text: string) => writeFileSync(join(root, 'vite.config.ts'), text);
const build = (steps = async () => {}) => runBuild(root, steps);

test('the site counts as built until a source changes', async () => {
  expect(isBuilt(root)).toBe(false);
  await build();
  expect(isBuilt(root)).toBe(true);
  changeSource('changed');
  expect(isBuilt(root)).toBe(false);
});

test('the site does not count as built with an incomplete stamp', async () => {
  await build();
  const stamp = join(root, 'dist/built-from');
  writeFileSync(stamp, readFileSync(stamp, 'utf8').slice(0, 20));
  expect(isBuilt(root)).toBe(false);
});

test('after an interrupted build of other sources, the earlier sources do not count as built', async () => {
  changeSource('earlier');
  await build();
  changeSource('later');
  await expect(build(() => Promise.reject(new Error('interrupted')))).rejects.toThrow('interrupted');
  changeSource('earlier');
  expect(isBuilt(root)).toBe(false);
});

test('a source changed during a build causes another build', async () => {
  await build(async () => changeSource('changed'));
  expect(isBuilt(root)).toBe(false);
});
