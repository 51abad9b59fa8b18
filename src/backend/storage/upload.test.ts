import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { fileLocation, storeFolders } from './files.ts';
import { CHUNK_BYTES, parseContentRange, writePart } from './upload.ts';

/** The overload of `FileHandle.write` for writing at a position. */
type Write = (bytes: Uint8Array, from: number, length: number, at: number) => Promise<unknown>;

it('writes every byte to a disk that accepts only a few at a time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'minbar-disk-'));
  const handle = await open(process.execPath);
  const prototype: { write: Write } = Object.getPrototypeOf(handle);
  await handle.close();
  const { write } = prototype;
  const partialWrite = vi.spyOn(prototype, 'write').mockImplementation(function (
    this: unknown,
    bytes,
    from,
    length,
    at,
  ) {
    return write.call(this, bytes, from, Math.min(length, 1000), at);
  });
  try {
    const folders = storeFolders(folder);
    mkdirSync(folders.incoming, { recursive: true });
    const location = fileLocation(folders, 'pdfs', 'lesson');
    const bytes = Buffer.from(Uint8Array.from({ length: 150_500 }, (_, i) => i % 251));
    const send = (first: number, last: number, fresh: boolean) =>
      writePart(location, new Blob([bytes.subarray(first, last)]), first, fresh);
    await send(0, 70_100, true);
    await send(70_100, bytes.length, false);
    expect(Buffer.compare(readFileSync(location.partPath), bytes)).toBe(0);
  } finally {
    partialWrite.mockRestore();
    rmSync(folder, { recursive: true });
  }
});

const size = 2 * CHUNK_BYTES + 10;

describe('the Content-Range of an uploaded chunk', () => {
  it.each([
    [
      `bytes 0-${CHUNK_BYTES - 1}/${size}`,
      { index: 0, count: 3, first: 0, last: CHUNK_BYTES - 1, total: size },
    ],
    [
      `bytes ${2 * CHUNK_BYTES}-${size - 1}/${size}`,
      { index: 2, count: 3, first: 2 * CHUNK_BYTES, last: size - 1, total: size },
    ],
    ['bytes 0-9/10', { index: 0, count: 1, first: 0, last: 9, total: 10 }],
  ])('parses %s', (header, chunk) => {
    expect(parseContentRange(header)).toEqual(chunk);
  });

  it.each([
    '',
    'bytes',
    'bytes 0-9',
    'bytes 0-9/*',
    'bytes */10',
    'bytes=0-9/10',
    'bytes 0-10/10',
    'bytes 1-9/10',
    'bytes 9-0/10',
    'bytes 0-8/10',
    'bytes -1-9/10',
    'bytes 0-9/10, bytes 0-9/10',
    'bytes 0x0-9/10',
    'bytes 0-0/0',
    `bytes 0-${'9'.repeat(30)}/${'9'.repeat(30)}`,
    `bytes ${CHUNK_BYTES}-${size - 1}/${size}`,
    `bytes ${size}-${size}/${size}`,
  ])('rejects %s', (header) => {
    expect(parseContentRange(header)).toBeUndefined();
  });
});
