import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inParallel } from '../apply/in-parallel.ts';
import { judgeUrl, lessonUrl, type Target } from '../catalogue/target.ts';
import { readFileContent } from '../folder/file-content.ts';
import type { FileInfo, LibrarySource, RawRow } from './library-content.ts';
import type { CopiedTable } from './table-list.ts';
import type { TargetLibrary } from './target-library.ts';
import { openRoom } from './work-room.ts';

const atOnce = 3;

/**
 * Copies everything from a source into a backend, with the same ids and dates: files before the rows that point to them. May be run
 * again after an interruption. `onFile` is told how many of how many files are there.
 */
export async function copyLibrary(
  from: LibrarySource,
  to: TargetLibrary,
  tables: CopiedTable[],
  onFile: (done: number, all: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const files = await from.files();
  const room = await openRoom(tmpdir(), 'minbar-copy-');
  try {
    let done = 0;
    await inParallel(atOnce, files, async (file) => {
      signal?.throwIfAborted();
      await copyFile(file, from, to, join(room.path, file.id));
      onFile(++done, files.length);
    });
  } finally {
    await room.close();
  }
  for (const table of tables) {
    const rows = await from.rows(table.name);
    await inParallel(atOnce, rows, async (row) => {
      signal?.throwIfAborted();
      await to.writeRow(table, withUrl(row, to.target));
    });
  }
}

/** Through a file on this computer: a backend is sent pieces, which may have to be sent again. */
async function copyFile(
  { id, name }: FileInfo,
  from: LibrarySource,
  to: TargetLibrary,
  room: string,
): Promise<void> {
  const stream = await from.open(id);
  if (!stream) throw new Error(`The source has no bytes of the file ${id}.`);
  await pipeline(stream, createWriteStream(room));
  const { size, md5 } = await readFileContent(room);
  const { mtimeMs: modifiedAt } = await stat(room);
  await to.catalogue.send(id, { path: room, name, size, md5, modifiedAt }, () => {});
  await rm(room);
}

/** A lesson has the address that belongs to the backend its row is on; one that led elsewhere stays as it was. */
export function withUrl(row: RawRow, target: Target): RawRow {
  const { $id: id, fileId, url } = row;
  if (typeof fileId !== 'string' || typeof url !== 'string') return row;
  return judgeUrl(target, { id, fileId, url }) === 'wrong'
    ? row
    : { ...row, url: lessonUrl(target, { id, fileId }) };
}
