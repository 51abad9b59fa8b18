import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { sqliteCodeOf } from './db/sqlite.ts';

const lockOwner = v.object({
  /** `site`, or the name of the owner's command. */
  what: v.string(),
  pid: v.number(),
  host: v.string(),
  /** ISO 8601. */
  since: v.string(),
  /** Added by a running site: its endpoint, which ends in `/v1`, the key of this run, and the local port for the owner's commands. */
  site: v.exactOptional(v.object({ endpoint: v.string(), key: v.string(), commandPort: v.number() })),
});

/** The process that has locked a data folder. */
export type LockOwner = v.InferOutput<typeof lockOwner>;

/** The data folder is already locked; nothing was changed. `lockOwner` is null if `run.json` is missing or invalid. */
export class DataFolderLocked extends Error {
  override name = 'DataFolderLocked';
  readonly dataDir: string;
  readonly lockOwner: LockOwner | null;

  constructor(dataDir: string, lockOwner: LockOwner | null) {
    const owner = lockOwner
      ? `${lockOwner.what}, process ${lockOwner.pid} on ${lockOwner.host}`
      : 'another process';
    super(`The data folder ${dataDir} is in use by ${owner}.`);
    this.dataDir = dataDir;
    this.lockOwner = lockOwner;
  }
}

/**
 * Creates a data folder if needed, locks it for this process, and records `processName` in `run.json`. Throws `DataFolderLocked`, or an
 * error of the file system.
 */
export function lockDataFolder(dataDir: string, processName: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o750 });
  // Without this check, an error would name the lock file instead of the folder.
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  const [path, temporary] = [join(dataDir, 'run.json'), join(dataDir, 'run.json.new')];
  const lock = lockFile(join(dataDir, 'lock'));
  if (!lock) throw new DataFolderLocked(dataDir, readLockOwner(path));
  const ownRecord: LockOwner = {
    what: processName,
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
  };
  /** Writes the lock owner to `run.json`, which only the user of this process can read, because it can contain a key. */
  const record = (owner: LockOwner) => {
    // A new file is renamed into place, so that its mode applies and no reader sees a partial file.
    rmSync(temporary, { force: true });
    writeFileSync(temporary, `${JSON.stringify(owner)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  };
  try {
    record(ownRecord);
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    /** Adds to `run.json` the endpoint, key and port by which the owner's commands reach this site. */
    announce: (site: NonNullable<LockOwner['site']>) => record({ ...ownRecord, site }),
    release(): void {
      giveToOwner(dataDir);
      rmSync(path, { force: true });
      lock.release();
    },
  };
}

/** Returns the recorded lock owner; null if the file is missing or invalid. The record of a killed process stays until the next lock. */
function readLockOwner(path: string): LockOwner | null {
  try {
    return v.parse(lockOwner, JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Adds a path to an error that has none, such as those of SQLite. Returns the error. */
export function withPath(error: unknown, path: string): unknown {
  return error instanceof Error && !('path' in error) ? Object.assign(error, { path }) : error;
}

/** Open lock files. Without a reference the garbage collector would close and unlock them. */
const openLocks = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/**
 * Locks a file, creating it if needed, until `release` is called or this process ends. Null if it is already locked. Throws other errors,
 * with the path. Uses SQLite, because Node cannot lock files.
 */
export function lockFile(path: string): { release(): void } | null {
  const file = new DatabaseSync(path, { open: false, timeout: 0 });
  try {
    file.open();
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (file.isOpen) file.close();
    const code = sqliteCodeOf(error);
    if (code === SQLITE_BUSY) return null;
    if (code !== SQLITE_NOTADB) throw withPath(error, path);
    // The file is not a database: keeps a copy and truncates the original in place, so that concurrent processes lock the same file.
    copyFileSync(path, `${path}.damaged`);
    truncateSync(path);
    return lockFile(path);
  }
  openLocks.add(file);
  return {
    release() {
      openLocks.delete(file);
      file.close();
    },
  };
}

/**
 * If this process runs as root, gives everything of root inside `folder` to the owner of `folder`, so that the site can read it. Does
 * nothing if root owns `folder`.
 */
export function giveToOwner(folder: string): void {
  if (process.getuid?.() !== 0) return;
  try {
    const { uid, gid } = statSync(folder);
    if (uid === 0) return;
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      // A file with several hard links may also be in a folder of root, and must not change its owner.
      const isOwnedByRoot = stats?.uid === 0 && (stats.isDirectory() || stats.nlink === 1);
      if (isOwnedByRoot) lchownSync(path, uid, gid);
    }
  } catch {
    // Some file systems have no owners or refuse the change. The site and `doctor` report files that they cannot read.
  }
}

/** Returns the free space in bytes on the disk where a data folder is or will be. */
export async function readFreeSpace(dataDir: string): Promise<number> {
  let folder = dataDir;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
