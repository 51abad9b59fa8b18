import { mkdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { fileLocation, storeFolders } from './files.ts';
import { writePart } from './upload.ts';

/** The overload of `FileHandle.write` for writing at a position. */
type Write = (bytes: Uint8Array, from: number, length: number, at: number) => Promise<unknown>;

it('writes every byte to a disk that accepts only a few at a time', async () => {
  const folder = createTestFolder();
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
  }
});
