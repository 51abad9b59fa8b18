import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { DataFolderLocked, lockDataFolder } from '#backend/data-folder.ts';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { OwnerError } from '../messages/messages.ts';
import { beginWork, finishRestore, performMoves, type Swap } from './swap.ts';

let home: string;
beforeEach(() => {
  home = createTestFolder();
});

const dataDir = () => join(home, 'data');

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}

function readTree(): Record<string, string> {
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(home.length + 1));
  const texts = paths.map((path) => [path, readFileSync(join(home, path), 'utf8')]);
  return Object.fromEntries(texts.filter(([path]) => path !== 'data/lock').sort());
}

function prepare(): Swap {
  write({
    'data/minbar.db': 'old rows',
    'data/restoring/data/minbar.db': 'rows',
    'lessons/Fiqh/Wudu.pdf': 'old lesson',
    'lessons/_restoring/Fiqh/Wudu.pdf': 'lesson',
    'lessons/_restoring/Hadith/One.pdf': 'one',
  });
  const [data, lessons] = [dataDir(), join(home, 'lessons')];
  return {
    moves: [
      { from: join(data, 'minbar.db'), to: join(data, 'before/minbar.db') },
      { from: join(data, 'restoring/data/minbar.db'), to: join(data, 'minbar.db') },
      { from: join(lessons, 'Fiqh'), to: join(lessons, '_before/Fiqh') },
      { from: join(lessons, '_restoring/Fiqh'), to: join(lessons, 'Fiqh') },
      { from: join(lessons, '_restoring/Hadith'), to: join(lessons, 'Hadith') },
    ],
    workFolders: [join(lessons, '_restoring'), join(data, 'restoring')],
  };
}
const restored = {
  'data/before/minbar.db': 'old rows',
  'data/minbar.db': 'rows',
  'lessons/Fiqh/Wudu.pdf': 'lesson',
  'lessons/Hadith/One.pdf': 'one',
  'lessons/_before/Fiqh/Wudu.pdf': 'old lesson',
};

test.each([0, 1, 2, 3, 4])('the next start completes a restore that was killed before move %i', (last) => {
  let count = 0;
  const moveOrThrow = (from: string, to: string) => {
    if (count++ === last) throw new Error('killed');
    renameSync(from, to);
  };
  expect(() => performMoves(dataDir(), prepare(), moveOrThrow as typeof renameSync)).toThrow('killed');
  finishRestore(dataDir());
  expect(readTree()).toEqual(restored);
  finishRestore(dataDir());
  expect(readTree()).toEqual(restored);
});

test('removes the staging folders of a restore that was killed before its moves', () => {
  const [lessons = ''] = prepare().workFolders;
  beginWork(dataDir(), 'restoring', [lessons]);
  finishRestore(dataDir());
  expect(readTree()).toEqual({ 'data/minbar.db': 'old rows', 'lessons/Fiqh/Wudu.pdf': 'old lesson' });
  expect(existsSync(join(dataDir(), 'restoring'))).toBe(false);
  expect(existsSync(join(home, 'lessons/_restoring'))).toBe(false);
});

test('performs moves on a disconnected disk once it is connected', () => {
  const swap = prepare();
  const moveData = (from: string, to: string) => {
    if (from.includes('lessons')) throw new Error('killed');
    renameSync(from, to);
  };
  expect(() => performMoves(dataDir(), swap, moveData as typeof renameSync)).toThrow('killed');
  renameSync(join(home, 'lessons'), join(home, 'unplugged'));
  finishRestore(dataDir());
  renameSync(join(home, 'unplugged'), join(home, 'lessons'));
  finishRestore(dataDir());
  expect(readTree()).toEqual(restored);
});

test('does not interfere with a running restore', () => {
  prepare();
  const lock = lockDataFolder(dataDir(), 'restore');
  expect(() => finishRestore(dataDir())).toThrow(DataFolderLocked);
  expect(existsSync(join(dataDir(), 'restoring/data/minbar.db'))).toBe(true);
  lock.release();
});

test.each(['', '{"moves":[', '{}', 'null'])(
  'names a damaged list of moves (%j) and moves nothing; once it is renamed, removes the staging folder',
  (list) => {
    prepare();
    const path = join(dataDir(), 'restore.json');
    writeFileSync(path, list);
    const before = readTree();
    expect(() => finishRestore(dataDir())).toThrow(OwnerError);
    expect(() => finishRestore(dataDir())).toThrow(path);
    expect(readTree()).toEqual(before);
    renameSync(path, `${path}.damaged`);
    finishRestore(dataDir());
    expect(existsSync(join(dataDir(), 'restoring'))).toBe(false);
  },
);
