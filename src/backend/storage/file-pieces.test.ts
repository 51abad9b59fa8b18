import {
  lstatSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createCache } from '../cache.ts';
import { createFileBodies, type FilePart, piecesOf } from './file-pieces.ts';

const folder = mkdtempSync(join(tmpdir(), 'minbar-pieces-'));
const bytes = Buffer.from(Uint8Array.from({ length: 600_000 }, (_, i) => i % 251));
const large = Buffer.concat(Array.from({ length: 5 }, () => bytes));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: Buffer | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const part = (path: string, first: number, last: number): FilePart => ({
  path,
  etag: `"${path}"`,
  stat: lstatSync(path),
  first,
  last,
});
/** The answer with these bytes as its body. */
const answer = (of: FilePart, bodyOf = createFileBodies(createCache(() => 1))) =>
  new Response(bodyOf(of), { headers: { 'Accept-Ranges': 'bytes' } });
const read = async (of: Response) => {
  const all: Buffer[] = [];
  for await (const piece of piecesOf(of)?.() ?? []) all.push(piece);
  return all;
};

test.each([
  [0, 599_999],
  [0, 0],
  [599_999, 599_999],
  [262_143, 262_145],
  [1, 131_072],
  [1, 131_073],
  [300_000, 599_998],
])('the bytes %i to %i are those of a kept and of a large file', async (first, last) => {
  for (const all of [bytes, large]) {
    const path = written('bytes', all);
    const wanted = all.subarray(first, last + 1);
    expect(Buffer.from(await answer(part(path, first, last)).arrayBuffer()).equals(wanted)).toBe(true);
    const pieces: Buffer[] = [];
    const larger = piecesOf(answer(part(path, first, last)));
    // A piece is good until the next one.
    for await (const piece of larger?.() ?? []) pieces.push(Buffer.from(piece));
    if (larger) expect(Buffer.concat(pieces).equals(wanted)).toBe(true);
  }
});

test('nothing more is read when the reader goes away', async () => {
  const reader = answer(part(written('left', large), 0, large.length - 1)).body?.getReader();
  expect((await reader?.read())?.value?.length).toBe(128 * 1024);
  await reader?.cancel();
  expect(await reader?.read()).toEqual({ done: true, value: undefined });
});

test('a file that is shorter than promised, or a link, is refused', async () => {
  const path = written('short', bytes);
  const whole = answer(part(path, 0, 599_999));
  truncateSync(path, 599_999);
  await expect(whole.arrayBuffer()).rejects.toThrow();
  expect(() => answer(part(path, 599_998, 599_999))).toThrow();
  symlinkSync(path, join(folder, 'link'));
  const link = { ...part(path, 0, 599_999), path: join(folder, 'link') };
  await expect(answer(link).arrayBuffer()).rejects.toThrow('ELOOP');
  expect(() => answer({ ...link, last: 1 })).toThrow('ELOOP');
});

test('a large file that cannot be opened is refused before its answer has begun', () => {
  const whole = part(written('closed', large), 0, large.length - 1);
  rmSync(whole.path);
  expect(() => answer(whole)).toThrow('ENOENT');
});

test('two hundred who ask at once for a file that is not kept yet share its bytes', async () => {
  const bodyOf = createFileBodies(createCache(() => 1));
  const whole = part(written('lesson', bytes), 0, bytes.length - 1);
  const readers = await Promise.all(Array.from({ length: 200 }, () => read(answer(whole, bodyOf))));
  for (const all of readers) expect(Buffer.concat(all).equals(bytes)).toBe(true);
  expect(new Set(readers.flat().map(({ buffer }) => buffer)).size).toBe(3);
});

test('a file that is gone is asked for anew when it is there again', async () => {
  const path = written('later', bytes);
  const asked = answer(part(path, 0, bytes.length - 1));
  renameSync(path, `${path}.aside`);
  await expect(read(asked)).rejects.toThrow('ENOENT');
  renameSync(`${path}.aside`, path);
  expect(Buffer.concat(await read(asked)).equals(bytes)).toBe(true);
});
