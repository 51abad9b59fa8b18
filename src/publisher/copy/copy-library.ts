import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppwriteException } from 'node-appwrite';
import { inParallel } from '../apply/in-parallel.ts';
import { judgeUrl, lessonUrl, type Target } from '../catalogue/target.ts';
import { readFileContent } from '../folder/file-content.ts';
import type { FileInfo, LibrarySource, RawRow } from './library-content.ts';
import type { CopiedTable } from './table-list.ts';
import type { TargetLibrary } from './target-library.ts';
import { openRoom } from './work-room.ts';

const atOnce = 3;

/** A file that the backend does not take, because it is larger than `limit` bytes, or that the source does not give whole (null). */
export interface RefusedFile extends FileInfo {
  limit: number | null;
}

/**
 * Copies everything from a source into a backend, with the same ids and dates: files before the rows that point to them. Files that
 * are too large for the backend or damaged in the source are returned; they and the lessons of theirs are left out. May be run again after an interruption.
 * `onFile` is told how many of how many files are there.
 */
export async function copyLibrary(
  from: LibrarySource,
  to: TargetLibrary,
  tables: CopiedTable[],
  onFile: (done: number, all: number) => void,
  signal?: AbortSignal,
): Promise<RefusedFile[]> {
  const { files, refused } = await takenFiles(from, to);
  const room = await openRoom(tmpdir(), 'minbar-copy-');
  try {
    let done = 0;
    await inParallel(atOnce, files, async (file) => {
      signal?.throwIfAborted();
      const place = join(room.path, file.id);
      const refusal = await copyFile(file, from, to, place);
      if (refusal) refused.push({ ...file, limit: refusal === 'tooLarge' ? await largestOn(to) : null });
      onFile(++done, files.length);
    });
  } finally {
    await room.close();
  }
  for (const table of tables) {
    const rows = withoutRefused(await from.rows(table.name), refused);
    await inParallel(atOnce, rows, async (row) => {
      signal?.throwIfAborted();
      await to.writeRow(table, withUrl(row, to.target));
    });
  }
  return refused;
}

/** The files of a library that fit into a backend, and those that are too large for it. */
export async function takenFiles(
  from: LibrarySource,
  to: TargetLibrary,
): Promise<{ files: FileInfo[]; refused: RefusedFile[] }> {
  const limit = await largestOn(to);
  const all = await from.files();
  return {
    files: all.filter(({ size }) => size <= limit),
    refused: all.filter(({ size }) => size > limit).map((file) => ({ ...file, limit })),
  };
}

/** The rows whose file is on the backend, or is to be. */
export function withoutRefused(rows: RawRow[], refused: readonly RefusedFile[]): RawRow[] {
  const ids = new Set(refused.map(({ id }) => id));
  return rows.filter(({ fileId }) => !(typeof fileId === 'string' && ids.has(fileId)));
}

const largestOn = (to: TargetLibrary) => to.catalogue.largestFile();

/**
 * Through a file on this computer: a backend is sent pieces, which may have to be sent again. Tells when the
 * backend refuses the size, whatever its bucket says, and when the bytes are not those that were stored.
 */
async function copyFile(
  { id, name, size: wanted, md5: signature }: FileInfo,
  from: LibrarySource,
  to: TargetLibrary,
  room: string,
): Promise<'tooLarge' | 'damaged' | null> {
  const stream = await from.open(id);
  if (!stream) return 'damaged';
  await pipeline(stream, createWriteStream(room));
  const { size, md5 } = await readFileContent(room);
  const { mtimeMs: modifiedAt } = await stat(room);
  try {
    if (size !== wanted || (signature && signature !== md5)) return 'damaged';
    await to.catalogue.send(id, { path: room, name, size, md5, modifiedAt }, () => {});
    return null;
  } catch (error) {
    if (!(error instanceof AppwriteException) || error.type !== 'storage_invalid_file_size') throw error;
    return 'tooLarge';
  } finally {
    await rm(room);
  }
}

/** A lesson has the address that belongs to the backend its row is on; one that led elsewhere stays as it was. */
export function withUrl(row: RawRow, target: Target): RawRow {
  const { $id: id, fileId, url } = row;
  if (typeof fileId !== 'string' || typeof url !== 'string') return row;
  return judgeUrl(target, { id, fileId, url }) === 'wrong'
    ? row
    : { ...row, url: lessonUrl(target, { id, fileId }) };
}
