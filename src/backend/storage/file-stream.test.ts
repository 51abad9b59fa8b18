import { lstatSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileBody, fileStream } from './file-stream.ts';

const folder = mkdtempSync(join(tmpdir(), 'minbar-stream-'));
const path = join(folder, 'bytes');
const bytes = Buffer.from(Uint8Array.from({ length: 1_000_000 }, (_, i) => i % 251));

beforeAll(() => writeFileSync(path, bytes));
afterAll(() => rmSync(folder, { recursive: true }));
const part = (first: number, last: number, of = path) => ({
  path: of,
  etag: '"x"',
  stat: lstatSync(of),
  first,
  last,
});

it.each([
  [0, 999_999],
  [0, 0],
  [999_999, 999_999],
  [131_071, 131_073],
  [1, 131_072],
  [1, 131_073],
])('gives the bytes %i to %i', async (first, last) => {
  const streamed = Buffer.from(await new Response(fileBody(part(first, last))).arrayBuffer());
  expect(Buffer.compare(streamed, bytes.subarray(first, last + 1))).toBe(0);
});

it('reads no further than its reader, and stops when the reader goes away', async () => {
  const reader = fileStream(path, 0, 999_999).getReader();
  const { value } = await reader.read();
  expect(value?.length).toBe(128 * 1024);
  await reader.cancel();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

it('fails when the file is shorter than promised, or a link', async () => {
  await expect(new Response(fileStream(path, 0, 1_000_000)).arrayBuffer()).rejects.toThrow();
  symlinkSync(path, join(folder, 'link'));
  await expect(new Response(fileStream(join(folder, 'link'), 0, 1)).arrayBuffer()).rejects.toThrow();
  expect(() => fileBody(part(999_999, 1_000_000))).toThrow();
  expect(() => fileBody(part(0, 1, join(folder, 'link')))).toThrow();
});
