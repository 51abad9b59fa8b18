import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FilePlace, StoreFolders } from './file-layout.ts';

const fileMode = 0o640;
export const folderMode = 0o750;
/** A link put into the store by someone else is not followed; Windows has no such flag. */
const noFollow = constants.O_NOFOLLOW ?? 0;
/** How a file of the store is opened to be read. */
export const readingFlags = constants.O_RDONLY | noFollow;

/**
 * Writes bytes into the part of a file at an offset and waits until they are on the disk. A fresh part replaces what
 * an interrupted upload may have left; another one must exist, or earlier chunks would be missing without notice.
 */
export async function writePart(
  place: FilePlace,
  bytes: ReadableStream<Uint8Array>,
  at: { offset: number; fresh: boolean },
): Promise<void> {
  const flags = constants.O_WRONLY | noFollow | (at.fresh ? constants.O_CREAT | constants.O_TRUNC : 0);
  const handle = await open(place.partPath, flags, fileMode);
  await pipeline(bytes, handle.createWriteStream({ start: at.offset, flush: true }));
}

/** md5 and sha-256 (hex) of a file, read in pieces. */
export async function digestFile(path: string): Promise<{ md5: string; sha256: string }> {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  const stream = (await open(path, readingFlags)).createReadStream({ highWaterMark: 256 * 1024 });
  for await (const piece of stream as AsyncIterable<Buffer>) {
    md5.update(piece);
    sha256.update(piece);
  }
  return { md5: md5.digest('hex'), sha256: sha256.digest('hex') };
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; there NTFS journals the rename.
  if (process.platform === 'win32') return;
  await using handle = await open(path, constants.O_RDONLY);
  await handle.sync();
}

/** Moves the whole part to its final place: after this it survives a power cut. The database row comes next. */
export async function settlePart(folders: StoreFolders, place: FilePlace): Promise<void> {
  const folder = dirname(place.path);
  const made = await mkdir(folder, { recursive: true, mode: folderMode });
  if (made !== undefined) await syncFolder(folders.files);
  await rename(place.partPath, place.path);
  await syncFolder(folder);
}

/** Removes what is on disk of a file, whole or part, and what was drawn of it; call it after its row is gone. */
export async function discardFile({ path, partPath, pictures }: FilePlace): Promise<void> {
  for (const each of [path, partPath, pictures]) await rm(each, { recursive: true, force: true });
}
