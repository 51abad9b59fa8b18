import { DataFolderLocked } from '#backend/data-folder.ts';
import { NewerDatabase } from '#backend/db/migrations.ts';
import { ConfigError } from '#settings/config-error.ts';
import type { Messages } from './messages/en.ts';

type FileTrouble = 'folderIsFile' | 'folderRefused' | 'diskFull' | 'unreadable';

/** SQLite's result codes (sqlite.org/rescode.html), of which the low byte says enough. */
const ofDatabase: Readonly<Record<number, FileTrouble | 'damaged'>> = {
  8: 'folderRefused', // SQLITE_READONLY
  10: 'unreadable', // SQLITE_IOERR
  11: 'damaged', // SQLITE_CORRUPT
  13: 'diskFull', // SQLITE_FULL
  14: 'folderRefused', // SQLITE_CANTOPEN
  26: 'damaged', // SQLITE_NOTADB
};
/** What the system's codes mean to whoever named the folder. */
const fileTroubles: Readonly<Record<string, FileTrouble>> = {
  EEXIST: 'folderIsFile',
  ENOTDIR: 'folderIsFile',
  EACCES: 'folderRefused',
  EPERM: 'folderRefused',
  EROFS: 'folderRefused',
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
  EIO: 'unreadable',
};

/**
 * What the owner is told when the data folder cannot be opened: what is the matter and what to do. The error itself where
 * nobody foresaw it.
 */
export function openingFailure(error: unknown, dataDir: string, say: Messages): unknown {
  if (error instanceof DataFolderLocked) return new ConfigError(say.taken(error.dataDir, error.lockOwner));
  if (error instanceof NewerDatabase) return new ConfigError(say.newer(dataDir, error.program));
  if (!(error instanceof Error)) return error;
  const { code = '', errcode = 0, path = dataDir } = error as NodeJS.ErrnoException & { errcode?: number };
  const trouble = fileTroubles[code] ?? ofDatabase[errcode & 0xff];
  if (trouble) return new ConfigError(say[trouble](trouble === 'damaged' ? dataDir : path));
  // What the backend itself refuses, it refuses in a sentence.
  const isSentence = error.constructor === Error && code === '';
  return isSentence ? new ConfigError(say.notOpened(dataDir, error.message)) : error;
}

/** What the owner is told when the folder of a site cannot be read or made; the error itself where nobody foresaw it. */
export function folderFailure(error: unknown, folder: string, say: Messages['newSite']): unknown {
  // The one file of the owner that is parsed there.
  if (error instanceof SyntaxError) return new ConfigError(say.brokenManifest(folder));
  const { code = '', path = folder } = error as NodeJS.ErrnoException;
  const trouble = fileTroubles[code];
  return trouble ? new ConfigError(say[trouble](path)) : error;
}
