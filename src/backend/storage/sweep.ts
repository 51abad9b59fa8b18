import { type Dirent, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { filePlace, folderMode, mutateFile, type StoreFolders } from './file-layout.ts';
import { isComplete, type StorageTables, type StoredFile } from './storage-tables.ts';

/** What was set right of the file store when it was opened, or each hour. `file` is the name of a lesson, or of bytes that nothing names. */
export type Swept =
  /** The bytes of a file are gone; an upload was given up; bytes of an upload that nothing names. */
  | { kind: 'lost' | 'unfinished' | 'part'; file: string }
  | { kind: 'aside'; file: string; folder: string; days: number };

/** The database has files, and their folder is empty: the disk may not be connected. Nothing was changed. */
export class FilesMissing extends Error {
  override name = 'FilesMissing';
  readonly count: number;
  readonly folder: string;

  constructor(count: number, folder: string) {
    super(`The database knows ${count} files, but ${folder} is empty.`);
    this.count = count;
    this.folder = folder;
  }
}

type Files = StorageTables['files'];
type Tell = (swept: Swept) => void;

const day = 24 * 3600 * 1000;
/** How long an unfinished upload may be resumed, and a file without a row is kept aside. */
const keptUnfinishedDays = 7;
const keptAsideDays = 30;

function names(folder: string, wanted = (entry: Dirent) => entry.isFile()): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(wanted)
    .map((entry) => entry.name);
}

/** Whether an upload has not gone on for as long as it may rest. */
function isForgotten(file: StoredFile): boolean {
  return !isComplete(file) && Date.now() - Date.parse(file.$updatedAt) > keptUnfinishedDays * day;
}

/**
 * Brings files on disk and rows of the database together after a kill, both ways, and tells of each thing that was
 * done. Bytes that no row names are put aside, never deleted at once: the database may be an older copy.
 * Throws `FilesMissing` when rows have files but none of them is on disk, as when the data folder is not mounted.
 */
export function sweepStore(folders: StoreFolders, files: Files, onSwept: Tell): void {
  const shards = names(folders.files, (entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name));
  // Names of what is on disk; those of a row are taken out.
  const whole = new Set(shards.flatMap((shard) => names(join(folders.files, shard))));
  const parts = new Set(names(folders.incoming));
  const rows = files.all();
  const complete = rows.filter(isComplete).length;
  if (complete > 0 && whole.size === 0 && parts.size === 0) throw new FilesMissing(complete, folders.files);
  for (const file of rows) {
    const place = filePlace(folders, file.bucketId, file.$id);
    const name = basename(place.path);
    const isWhole = isComplete(file);
    // Killed between the rename and the row: the upload goes on where it was.
    if (!isWhole && !parts.has(name) && whole.delete(name)) {
      renameSync(place.path, place.partPath);
      parts.add(name);
    }
    const onDisk = isWhole ? whole : parts;
    if (onDisk.has(name) && !isForgotten(file)) onDisk.delete(name);
    else {
      files.remove(file);
      onSwept({ kind: isWhole ? 'lost' : 'unfinished', file: file.name });
    }
  }
  for (const name of parts) {
    rmSync(join(folders.incoming, name));
    onSwept({ kind: 'part', file: name });
  }
  setAside(folders, whole, onSwept);
}

function setAside({ files }: StoreFolders, orphans: Set<string>, onSwept: Tell): void {
  const aside = join(files, 'aside');
  if (orphans.size > 0) mkdirSync(aside, { recursive: true, mode: folderMode });
  for (const name of orphans) {
    renameSync(join(files, name.slice(0, 2), name), join(aside, name));
    onSwept({ kind: 'aside', file: name, folder: aside, days: keptAsideDays });
  }
  for (const name of existsSync(aside) ? names(aside) : []) {
    const path = join(aside, name);
    // A rename changes ctime: that is the day it was put aside.
    if (Date.now() - statSync(path).ctimeMs > keptAsideDays * day) rmSync(path);
  }
}

/** Removes uploads that were given up, while others go on: each in its turn, so that one that just goes on is kept. */
export async function sweepUnfinished(folders: StoreFolders, files: Files, onSwept: Tell): Promise<void> {
  for (const { bucketId, $id } of files.unfinished().filter(isForgotten)) {
    const place = filePlace(folders, bucketId, $id);
    await mutateFile(place, async () => {
      const file = files.find(bucketId, $id);
      if (!file || !isForgotten(file)) return;
      files.remove(file);
      await rm(place.partPath, { force: true });
      onSwept({ kind: 'unfinished', file: file.name });
    });
  }
}
