import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { writePart } from './file-disk.ts';
import { filePlace, storeFolders } from './file-layout.ts';

/** The one of the overloads that a positional write uses. */
type Write = (bytes: Uint8Array, from: number, length: number, at: number) => Promise<unknown>;

it('writes every byte to a disk that takes only a few at once, as one that is nearly full', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'minbar-disk-'));
  const handle = await open(process.execPath);
  const prototype: { write: Write } = Object.getPrototypeOf(handle);
  await handle.close();
  const { write } = prototype;
  const few = vi.spyOn(prototype, 'write').mockImplementation(function (
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
    const place = filePlace(folders, 'pdfs', 'lesson');
    const bytes = Buffer.from(Uint8Array.from({ length: 150_500 }, (_, i) => i % 251));
    const send = (first: number, last: number, fresh: boolean) =>
      writePart(place, new Blob([bytes.subarray(first, last)]).stream(), { offset: first, fresh });
    await send(0, 70_100, true);
    await send(70_100, bytes.length, false);
    expect(Buffer.compare(readFileSync(place.partPath), bytes)).toBe(0);
  } finally {
    few.mockRestore();
    rmSync(folder, { recursive: true });
  }
});
