import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createKept } from '#backend/kept.ts';
import { createFilePieces } from './file-pieces.ts';

const folder = mkdtempSync(join(tmpdir(), 'minbar-pieces-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('two hundred who ask at once for a file that is not kept yet share its bytes', async () => {
  const path = join(folder, 'lesson');
  const bytes = Buffer.alloc(600_000, 'lesson');
  writeFileSync(path, bytes);
  const stat = statSync(path);
  const pieces = createFilePieces(createKept(() => 1));
  const part = { path, etag: '"lesson"', stat, first: 0, last: bytes.length - 1 };
  const read = async () => {
    const all: Buffer[] = [];
    for await (const piece of pieces.read(part)) all.push(piece);
    return all;
  };
  const readers = await Promise.all(Array.from({ length: 200 }, read));
  for (const all of readers) expect(Buffer.concat(all).equals(bytes)).toBe(true);
  expect(new Set(readers.flat().map(({ buffer }) => buffer)).size).toBe(3);
});

test('a file that is gone is asked for anew when it is there again', async () => {
  const path = join(folder, 'later');
  writeFileSync(path, 'later');
  const part = { path, etag: '"later"', stat: statSync(path), first: 0, last: 4 };
  renameSync(path, `${path}.aside`);
  const pieces = createFilePieces(createKept(() => 1));
  const read = async () => String((await pieces.read(part).next()).value);
  await expect(read()).rejects.toThrow('ENOENT');
  renameSync(`${path}.aside`, path);
  expect(await read()).toBe('later');
});
