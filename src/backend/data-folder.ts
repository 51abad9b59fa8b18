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

const lockOwner = v.object({
  /** `site`, or the name of the owner's command. */
  what: v.string(),
  pid: v.number(),
  host: v.string(),
  /** ISO 8601. */
  since: v.string(),
  /** Set by a running site: its endpoint, which ends in `/v1`, the key of this run, and the local port for the owner's commands. */
  site: v.exactOptional(v.object({ endpoint: v.string(), key: v.string(), commandPort: v.number() })),
});

/** The process that has locked a data folder. */
export type LockOwner = v.InferOutput<typeof lockOwner>;

/** Another process has locked the data folder; nothing was changed. `lockOwner` is null until that process has recorded itself. */
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

/** Locks a data folder for this process and creates it if needed. `processName` identifies it to others. Throws `DataFolderLocked`. */
export function lockDataFolder(dataDir: string, processName: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o750 });
  // Checked first, so that an error names the folder instead of the lock.
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  const [path, temporary] = [join(dataDir, 'run.json'), join(dataDir, 'run.json.new')];
  const lock = lockFile(join(dataDir, 'lock'));
  if (!lock) throw new DataFolderLocked(dataDir, readLockOwner(path));
  const self: LockOwner = {
    what: processName,
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
  };
  /** Records the lock owner in a file that only its user may read: it contains a key. */
  const record = (owner: LockOwner) => {
    // Renamed into place, so that the mode applies and no reader finds half of it.
    rmSync(temporary, { force: true });
    writeFileSync(temporary, `${JSON.stringify(owner)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  };
  try {
    record(self);
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    /** Records how the owner's commands reach this site. */
    announce: (site: NonNullable<LockOwner['site']>) => record({ ...self, site }),
    release(): void {
      giveToOwner(dataDir);
      rmSync(path, { force: true });
      lock.release();
    },
  };
}

/** The last recorded lock owner, valid only while the lock is held. Null if the file is missing or truncated. */
function readLockOwner(path: string): LockOwner | null {
  try {
    return v.parse(lockOwner, JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Adds the path to an error: the system's own errors have it, SQLite's do not. */
export function withPath(error: unknown, path: string): unknown {
  return error instanceof Error && !('path' in error) ? Object.assign(error, { path }) : error;
}

/** Open lock files. Without a reference the garbage collector would close and unlock them. */
const openLocks = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/**
 * Locks a file for this process until it is released; null if another process has locked it. Uses SQLite, because Node cannot lock files.
 * The operating system releases the lock whenever the process ends.
 */
export function lockFile(path: string): { release(): void } | null {
  const file = new DatabaseSync(path, { open: false, timeout: 0 });
  try {
    file.open();
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (file.isOpen) file.close();
    const code = ((error as { errcode?: number }).errcode ?? 0) % 256;
    if (code === SQLITE_BUSY) return null;
    if (code !== SQLITE_NOTADB) throw withPath(error, path);
    // Not a lock file: keeps a copy and truncates in place, so that concurrent processes compete for the same file.
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
 * Gives files that root created in a user's folder to that user, because the site could not read them. Does nothing for other users, or in
 * a folder of root.
 */
export function giveToOwner(folder: string): void {
  if (process.getuid?.() !== 0) return;
  try {
    const { uid, gid } = statSync(folder);
    if (uid === 0) return;
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      // A hard link may be in another user's folder, and would give away a file of root.
      const isOwnedByRoot = stats?.uid === 0 && (stats.isDirectory() || stats.nlink === 1);
      if (isOwnedByRoot) lchownSync(path, uid, gid);
    }
  } catch {
    // Some disks have no owners or do not let root change them. The start and doctor report files that remain unreadable.
  }
}

/** Returns the free space in bytes on the disk where a data folder is or will be. */
export async function freeSpace(dataDir: string): Promise<number> {
  let folder = dataDir;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
