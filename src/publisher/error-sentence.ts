import { AppwriteException } from 'node-appwrite';
import { DataFolderTaken } from '#backend/data-folder/data-folder.ts';
import { NewerDatabase } from '#backend/database/migrations.ts';
import { FilesMissing } from '#backend/storage/swept.ts';
import { isPage, plainMessage } from '#contract/plain-message.ts';
import { BrokenArchive } from './copy/broken-archive.ts';
import { LockLost } from './journal/lock.ts';
import type { Messages } from './messages/en.ts';
import { OlderSite } from './older-site.ts';

/** A sentence the owner can act on, for anything that went wrong. */
export function errorSentence(error: unknown, messages: Messages, endpoint: string): string {
  const { error: say } = messages;
  if (error instanceof AppwriteException) {
    if (error.type === 'database_full') return say.diskFull;
    if (error.code === 401) return say.unauthorized;
    if (error.type === 'project_not_found') return say.noProject(endpoint);
    if (['database_not_found', 'table_not_found', 'storage_bucket_not_found'].includes(error.type))
      return say.notSetUp;
    if (isPage(error.message))
      return error.code === 413 ? say.proxyLimit : say.proxy(endpoint, plainMessage(error.message));
    return error.code >= 500 ? say.backendFault : say.other(error.message);
  }
  if (error instanceof TypeError && error.message === 'fetch failed') return say.unreachable(endpoint);
  if (error instanceof OlderSite) return say.olderSite(error.site);
  if (error instanceof BrokenArchive) return messages.backup.fault[error.fault](error.what);
  if (error instanceof DataFolderTaken) return say.taken(error.dataDir, error.holder);
  if (error instanceof LockLost) return say.lockLost;
  if (codeOf(error) === 'ENOSPC') return say.diskFull;
  if (error instanceof FilesMissing) return say.filesMissing(error.count, error.folder);
  if (error instanceof NewerDatabase) return say.newerData(endpoint, error.program);
  if ([11, 26].includes(sqliteCodeOf(error))) return say.databaseDamaged(endpoint);
  // The system does not always say which file it was.
  const { code = '', path = '…' } = Object(error) as NodeJS.ErrnoException;
  // Windows says so of what others call EACCES.
  const sentence = say.file[code === 'EPERM' ? 'EACCES' : code];
  if (sentence) return sentence(path);
  return say.other(error instanceof Error ? error.message : String(error));
}

function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? (error as NodeJS.ErrnoException).code : undefined;
}

/** SQLite's own code, of which the low byte says what it is about: 11 and 26 are a file that is damaged or no database. */
function sqliteCodeOf(error: unknown): number {
  return (((Object(error) as { errcode?: number }).errcode ?? 0) as number) & 0xff;
}
