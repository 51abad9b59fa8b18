import { type Dirent, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { filePlace, inTurnOfFile, type StoreFolders } from './file-layout.ts';
import { type FileTable, isComplete, type StoredFile } from './storage-tables.ts';

/** What was set right of the file store when it was opened, or each hour. `file` is the name of a lesson, or of bytes that nothing names. */
export type Swept =
  | {
      /** The bytes of a file are gone; an upload was given up; bytes of an upload that nothing names. */
      kind: 'lost' | 'unfinished' | 'part';
      file: string;
    }
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

const day = 24 * 3600 * 1000;
/** How long an unfinished upload may be resumed, and a file without a row is kept aside. */
const keptUnfinishedDays = 7;
const keptAsideDays = 30;

function names(folder: string, wanted: (entry: Dirent) => boolean): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(wanted)
    .map((entry) => entry.name);
}

/** Names of the whole files and of the parts that are on disk. */
function readStore(folders: StoreFolders) {
  const shards = names(folders.files, (entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name));
  const whole = shards.flatMap((shard) => names(join(folders.files, shard), (entry) => entry.isFile()));
  return { whole: new Set(whole), parts: new Set(names(folders.incoming, (entry) => entry.isFile())) };
}

/** Whether an upload has not gone on for as long as it may rest. */
function isForgotten(file: StoredFile, now: Date): boolean {
  return !isComplete(file) && now.getTime() - Date.parse(file.updated) > keptUnfinishedDays * day;
}

function* setAside(folders: StoreFolders, orphans: string[], now: Date): Generator<Swept> {
  const aside = join(folders.files, 'aside');
  mkdirSync(aside, { recursive: true, mode: 0o750 });
  for (const name of orphans) {
    renameSync(join(folders.files, name.slice(0, 2), name), join(aside, name));
    yield { kind: 'aside', file: name, folder: aside, days: keptAsideDays };
  }
  for (const name of names(aside, (entry) => entry.isFile())) {
    const path = join(aside, name);
    // A rename changes ctime: that is the day it was put aside.
    if (now.getTime() - statSync(path).ctimeMs > keptAsideDays * day) rmSync(path);
  }
}

/**
 * Brings files on disk and rows of the database together after a kill, both ways, and yields each thing that was
 * done. Bytes that no row names are put aside, never deleted at once: the database may be an older copy.
 * Throws `FilesMissing` when rows have files but none of them is on disk, as when the data folder is not mounted.
 */
export function* sweepStore(folders: StoreFolders, files: FileTable, now: Date): Generator<Swept> {
  const { whole, parts } = readStore(folders);
  const known = new Set<string>();
  const rows = files.all();
  const complete = rows.filter(isComplete);
  if (complete.length > 0 && whole.size === 0 && parts.size === 0) {
    throw new FilesMissing(complete.length, folders.files);
  }
  for (const file of rows) {
    const place = filePlace(folders, file.bucketId, file.id);
    const name = basename(place.path);
    const isWhole = isComplete(file);
    // Killed between the rename and the row: the upload goes on where it was.
    if (!isWhole && whole.has(name) && !parts.has(name)) {
      renameSync(place.path, place.partPath);
      whole.delete(name);
      parts.add(name);
    }
    if ((isWhole ? whole : parts).has(name) && !isForgotten(file, now)) known.add(name);
    else {
      files.remove(file);
      yield { kind: isWhole ? 'lost' : 'unfinished', file: file.name };
    }
  }
  for (const name of parts) {
    if (known.has(name)) continue;
    rmSync(join(folders.incoming, name));
    yield { kind: 'part', file: name };
  }
  const orphans = [...whole].filter((name) => !known.has(name));
  if (orphans.length > 0 || existsSync(join(folders.files, 'aside'))) yield* setAside(folders, orphans, now);
}

/** Removes uploads that were given up, while others go on: each in its turn, so that one that just goes on is kept. */
export async function sweepUnfinished(
  { folders, files }: { folders: StoreFolders; files: FileTable },
  now: Date,
  onSwept: (swept: Swept) => void,
): Promise<void> {
  for (const { bucketId, id } of files.unfinished().filter((file) => isForgotten(file, now))) {
    const place = filePlace(folders, bucketId, id);
    await inTurnOfFile(place, async () => {
      const file = files.find(bucketId, id);
      if (!file || !isForgotten(file, now)) return;
      files.remove(file);
      await rm(place.partPath, { force: true });
      onSwept({ kind: 'unfinished', file: file.name });
    });
  }
}
