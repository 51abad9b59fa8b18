import { DataFolderLocked } from '#backend/data-folder.ts';
import { NewerDatabase } from '#backend/db/migrations.ts';
import { sqliteCodeOf } from '#backend/db/sqlite.ts';
import { ConfigError } from '#settings/config-error.ts';
import type { Messages } from './messages.ts';

type FolderProblem = 'folderIsFile' | 'folderRefused' | 'inUse' | 'diskFull' | 'unreadable';

/** Maps SQLite's primary result codes to problems. */
const sqliteProblems: Readonly<Record<number, FolderProblem | 'damaged'>> = {
  5: 'inUse', // SQLITE_BUSY
  8: 'folderRefused', // SQLITE_READONLY
  10: 'unreadable', // SQLITE_IOERR
  11: 'damaged', // SQLITE_CORRUPT
  13: 'diskFull', // SQLITE_FULL
  14: 'folderRefused', // SQLITE_CANTOPEN
  26: 'damaged', // SQLITE_NOTADB
};
/** Maps system error codes to problems. */
const systemProblems: Readonly<Record<string, FolderProblem>> = {
  EEXIST: 'folderIsFile',
  ENOTDIR: 'folderIsFile',
  EACCES: 'folderRefused',
  EPERM: 'folderRefused',
  EROFS: 'folderRefused',
  EBUSY: 'inUse',
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
  EIO: 'unreadable',
};

/**
 * Returns a `ConfigError` for the owner with the reason why the data folder cannot be opened, and the remedy. Returns the error
 * itself if it is unknown.
 */
export function explainOpeningFailure(error: unknown, dataDir: string, messages: Messages): unknown {
  if (error instanceof DataFolderLocked)
    return new ConfigError(messages.dataFolderInUse(error.dataDir, error.lockOwner));
  if (error instanceof NewerDatabase) return new ConfigError(messages.newerData(dataDir, error.program));
  if (!(error instanceof Error)) return error;
  const { code = '', path = dataDir } = error as NodeJS.ErrnoException;
  const problem = systemProblems[code] ?? sqliteProblems[sqliteCodeOf(error) ?? 0];
  if (problem) return new ConfigError(messages[problem](problem === 'damaged' ? dataDir : path));
  // The backend's own errors have a readable message and no code.
  const isReadable = error.constructor === Error && code === '';
  return isReadable ? new ConfigError(messages.notOpened(dataDir, error.message)) : error;
}

/** Returns a `ConfigError` about a site's folder that cannot be read or created, or the error itself if it is unknown. */
export function explainFolderFailure(error: unknown, folder: string, messages: Messages['newSite']): unknown {
  // `package.json` is the only file of the owner that is parsed.
  if (error instanceof SyntaxError) return new ConfigError(messages.invalidManifest(folder));
  const { code = '', path = folder } = error as NodeJS.ErrnoException;
  const problem = systemProblems[code];
  return problem ? new ConfigError(messages[problem](path)) : error;
}
