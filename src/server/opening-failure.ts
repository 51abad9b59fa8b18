import { DataFolderLocked } from '#backend/data-folder.ts';
import { NewerDatabase } from '#backend/db/migrations.ts';
import { ConfigError } from '#settings/config-error.ts';
import type { Messages } from './messages.ts';

type FileTrouble = 'folderIsFile' | 'folderRefused' | 'diskFull' | 'unreadable';

/** SQLite's primary result codes, the low byte (sqlite.org/rescode.html). */
const ofDatabase: Readonly<Record<number, FileTrouble | 'damaged'>> = {
  8: 'folderRefused', // SQLITE_READONLY
  10: 'unreadable', // SQLITE_IOERR
  11: 'damaged', // SQLITE_CORRUPT
  13: 'diskFull', // SQLITE_FULL
  14: 'folderRefused', // SQLITE_CANTOPEN
  26: 'damaged', // SQLITE_NOTADB
};
/** System error codes, as the problem the owner has with the folder. */
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
 * Returns the owner's message if the data folder cannot be opened: the problem and its remedy. Returns the error itself if
 * it is unknown.
 */
export function openingFailure(error: unknown, dataDir: string, messages: Messages): unknown {
  if (error instanceof DataFolderLocked)
    return new ConfigError(messages.dataFolderInUse(error.dataDir, error.lockOwner));
  if (error instanceof NewerDatabase) return new ConfigError(messages.newerData(dataDir, error.program));
  if (!(error instanceof Error)) return error;
  const { code = '', errcode = 0, path = dataDir } = error as NodeJS.ErrnoException & { errcode?: number };
  const trouble = fileTroubles[code] ?? ofDatabase[errcode & 0xff];
  if (trouble) return new ConfigError(messages[trouble](trouble === 'damaged' ? dataDir : path));
  // Errors that the backend throws itself have a readable message and no code.
  const isSentence = error.constructor === Error && code === '';
  return isSentence ? new ConfigError(messages.notOpened(dataDir, error.message)) : error;
}

/** Returns the owner's message if a site's folder cannot be read or created, or the error itself if it is unknown. */
export function folderFailure(error: unknown, folder: string, messages: Messages['newSite']): unknown {
  // The one file of the owner that is parsed there.
  if (error instanceof SyntaxError) return new ConfigError(messages.invalidManifest(folder));
  const { code = '', path = folder } = error as NodeJS.ErrnoException;
  const trouble = fileTroubles[code];
  return trouble ? new ConfigError(messages[trouble](path)) : error;
}
