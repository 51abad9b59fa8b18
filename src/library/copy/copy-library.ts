import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inParallel, writesAtOnce } from '../apply/in-parallel.ts';
import { whenUnreadable } from '../catalogue/download.ts';
import { whenRefused } from '../catalogue/when-refused.ts';
import {
  type FileInfo,
  fetchFile,
  type LibrarySource,
  type RawRow,
  type TargetLibrary,
} from './library-source.ts';
import { makeWorkFolder } from './work-folder.ts';

/** A file that the backend does not take, because it is larger than `limit` bytes, or that the source does not give whole (null). */
export interface RefusedFile extends FileInfo {
  limit: number | null;
}

/**
 * Copies everything from a source into a backend, with the same ids and dates: files before the rows that point to them. Files that
 * are too large for the backend or damaged in the source are returned; they and their lessons are left out. May be run again after an
 * interruption. `onFile` is told how many of how many files are there.
 */
export async function copyLibrary(
  from: LibrarySource,
  to: TargetLibrary,
  onFile: (done: number, all: number) => void,
): Promise<RefusedFile[]> {
  const { files, refused } = await takenFiles(from, to);
  await using folder = await makeWorkFolder(tmpdir(), 'minbar-copy-');
  let done = 0;
  await inParallel(writesAtOnce, files, async (file) => {
    const refusal = await copyFile(file, from, to, join(folder.path, file.id));
    if (refusal) refused.push({ ...file, limit: refusal === 'tooLarge' ? await to.largestFile() : null });
    onFile(++done, files.length);
  });
  for (const name of to.copied.keys()) {
    const rows = withoutRefused(await from.rows(name), refused);
    await inParallel(writesAtOnce, rows, (row) => to.writeRow(name, to.withUrl(row)));
  }
  return refused;
}

/** The files of a library that fit into a backend, and those that are too large for it. */
export async function takenFiles(
  from: LibrarySource,
  to: TargetLibrary,
): Promise<{ files: FileInfo[]; refused: RefusedFile[] }> {
  const limit = await to.largestFile();
  const all = await from.files();
  return {
    files: all.filter(({ size }) => size <= limit),
    refused: all.filter(({ size }) => size > limit).map((file) => ({ ...file, limit })),
  };
}

/** The rows whose file is on the backend, or is to be. */
export function withoutRefused(rows: RawRow[], refused: readonly RefusedFile[]): RawRow[] {
  const ids = new Set<unknown>(refused.map(({ id }) => id));
  return rows.filter(({ fileId }) => !ids.has(fileId));
}

/** How many rows and files a copy of a library holds. */
export async function countLibrary(library: TargetLibrary, refused: readonly RefusedFile[] = []) {
  let rows = 0;
  for (const name of library.copied.keys()) rows += withoutRefused(await library.rows(name), refused).length;
  return { rows, files: (await library.files()).length - refused.length };
}

/**
 * Through a file on this computer: a backend is sent pieces, which may have to be sent again. Tells when the
 * backend refuses the size, whatever its bucket says, and when the bytes are not those that were stored.
 */
async function copyFile(file: FileInfo, from: LibrarySource, to: TargetLibrary, path: string) {
  try {
    const read = await fetchFile(from, file, path).catch(whenUnreadable(null));
    if (!read?.isWhole) return 'damaged';
    const { mtimeMs: modifiedAt } = await stat(path);
    const sent = to.send(file.id, { ...read, path, name: file.name, modifiedAt });
    return await sent.then(() => null).catch(whenRefused('tooLarge' as const, 'storage_invalid_file_size'));
  } finally {
    await rm(path, { force: true });
  }
}
