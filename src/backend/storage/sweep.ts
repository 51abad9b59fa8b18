import { type Dirent, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  diskName,
  FOLDER_MODE,
  fileLocation,
  isComplete,
  mutateFile,
  type StorageTables,
  type StoredFile,
  type StoreFolders,
} from './files.ts';

/** A repair of the file store, at the start or hourly. `file` is a lesson's name or, for bytes without a row, their name on the disk. */
export type StoreRepair =
  /** `lost`: the bytes of a file are gone. `unfinished`: an upload was abandoned. `part`: part of an upload without a row. */
  | { kind: 'lost' | 'unfinished' | 'part'; file: string }
  /** Bytes without a row were moved to the quarantine folder, where they are kept for `days`. */
  | { kind: 'quarantined'; file: string; folder: string; days: number };

/** Many or all files are not on the disk: the disk may be disconnected or partially restored. Nothing was changed. */
export class FilesMissing extends Error {
  override name = 'FilesMissing';
  /** The number of missing files. */
  readonly count: number;
  readonly folder: string;

  constructor(count: number, folder: string) {
    super(`${count} files of the database are missing in ${folder}.`);
    this.count = count;
    this.folder = folder;
  }
}

/** Maximum number or share, whichever is more, of missing files whose rows are removed. With more, `FilesMissing` is thrown. */
const MAX_LOST = 2;
const MAX_LOST_SHARE = 0.1;

type Files = StorageTables['files'];
type Report = (repair: StoreRepair) => void;

const DAY_MS = 24 * 3600 * 1000;
/** Number of days that an unfinished upload can be resumed, and that bytes without a row stay in quarantine. */
const UNFINISHED_DAYS = 7;
const QUARANTINE_DAYS = 30;

function listNames(folder: string, isWanted = (entry: Dirent) => entry.isFile()): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(isWanted)
    .map((entry) => entry.name);
}

/** Whether an upload has been idle for too long to be resumed. */
function isAbandoned(file: StoredFile): boolean {
  return !isComplete(file) && Date.now() - Date.parse(file.$updatedAt) > UNFINISHED_DAYS * DAY_MS;
}

/**
 * Reconciles files and rows after a kill, and reports each repair. Complete bytes without a row go to quarantine, because the database may
 * be an older copy. Throws `FilesMissing` if many or all files are missing, for example because the disk is not mounted.
 */
export function sweepStore(folders: StoreFolders, files: Files, onRepair: Report): void {
  const shards = listNames(folders.files, (entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name));
  // Names on the disk, except those of other programs, such as `.DS_Store`. The loop over the rows removes each name that has a row.
  const completeNames = new Set(
    shards.flatMap((shard) => listNames(join(folders.files, shard)).filter((name) => name.startsWith(shard))),
  );
  const parts = new Set(listNames(folders.incoming));
  const rows = files.listAll().map((file) => ({ file, name: diskName(file) }));
  const completeRows = rows.filter(({ file }) => isComplete(file));
  const missingCount = completeRows.filter(({ name }) => !completeNames.has(name)).length;
  const isStoreEmpty = missingCount === completeRows.length && completeNames.size === 0 && parts.size === 0;
  if (
    missingCount > Math.max(MAX_LOST, completeRows.length * MAX_LOST_SHARE) ||
    (missingCount > 0 && isStoreEmpty)
  )
    throw new FilesMissing(missingCount, folders.files);
  for (const { file, name } of rows) {
    const isFinished = isComplete(file);
    // The process was killed between the rename and the row, so the upload can be resumed.
    if (!isFinished && !parts.has(name) && completeNames.delete(name)) {
      const { path, partPath } = fileLocation(folders, file.bucketId, file.$id);
      renameSync(path, partPath);
      parts.add(name);
    }
    const diskNames = isFinished ? completeNames : parts;
    if (diskNames.has(name) && !isAbandoned(file)) diskNames.delete(name);
    else {
      files.remove(file);
      onRepair({ kind: isFinished ? 'lost' : 'unfinished', file: file.name });
    }
  }
  for (const name of parts) {
    rmSync(join(folders.incoming, name));
    onRepair({ kind: 'part', file: name });
  }
  quarantine(folders, completeNames, onRepair);
}

function quarantine({ files }: StoreFolders, orphans: Set<string>, onRepair: Report): void {
  const folder = join(files, 'aside');
  if (orphans.size > 0) mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  for (const name of orphans) {
    renameSync(join(files, name.slice(0, 2), name), join(folder, name));
    onRepair({ kind: 'quarantined', file: name, folder, days: QUARANTINE_DAYS });
  }
  for (const name of existsSync(folder) ? listNames(folder) : []) {
    const path = join(folder, name);
    // The move into quarantine set ctime.
    if (Date.now() - statSync(path).ctimeMs > QUARANTINE_DAYS * DAY_MS) rmSync(path);
  }
}

/** Removes abandoned uploads while the site runs. Checks each again under its mutex, so that an upload resumed in between is kept. */
export async function sweepUnfinished(folders: StoreFolders, files: Files, onRepair: Report): Promise<void> {
  for (const { bucketId, $id } of files.listUnfinished().filter(isAbandoned)) {
    const location = fileLocation(folders, bucketId, $id);
    await mutateFile(location, async () => {
      const file = files.find(bucketId, $id);
      if (!file || !isAbandoned(file)) return;
      files.remove(file);
      await rm(location.partPath, { force: true });
      onRepair({ kind: 'unfinished', file: file.name });
    });
  }
}
