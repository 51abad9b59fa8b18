import { AppwriteException } from 'node-appwrite';
import { DataFolderLocked } from '#backend/data-folder.ts';
import { NewerDatabase } from '#backend/db/migrations.ts';
import { isDamagedDatabase, sqliteCodeOf } from '#backend/db/sqlite.ts';
import { FilesMissing } from '#backend/storage/sweep.ts';
import { ApiError } from '#http/api-error.ts';
import { isHtmlPage, plainMessage } from '#http/failures.ts';
import { ConfigError } from '#settings/config-error.ts';
import type { Messages } from '../messages/en.ts';
import { OwnerError } from '../messages/messages.ts';
import { isConnectionError } from '../sync/retry.ts';

/** Returns the owner's message for any error. `endpoint` is the address, file or folder for errors that do not contain one. */
export function errorSentence(thrown: unknown, messages: Messages, endpoint: string): string {
  const { error: texts } = messages;
  const error = originalError(thrown);
  // Without an address, the connection was to the running site.
  const toUnreachableMessage = () =>
    /^https?:/.test(endpoint) ? texts.unreachable(endpoint) : texts.siteStopped;
  if (error instanceof ApiError)
    return error.type === 'database_full' ? texts.diskFull(endpoint) : texts.other(error.message);
  if (error instanceof AppwriteException) {
    if (error.type === 'database_full') return texts.diskFull(endpoint);
    const [, scope] = /missing scopes? \(\W*([\w.]+)/.exec(error.message) ?? [];
    if (scope) return texts.missingScope(scope);
    if (error.code === 401) return texts.unauthorized;
    if (error.type === 'project_not_found') return texts.noProject(endpoint);
    if (['database_not_found', 'table_not_found', 'storage_bucket_not_found'].includes(error.type))
      return texts.notSetUp;
    if (isHtmlPage(error.message))
      return error.code === 413 ? texts.proxyLimit : texts.proxy(endpoint, plainMessage(error.message));
    return error.code >= 500 ? texts.backendFault : texts.other(error.message);
  }
  if (isConnectionError(error)) return toUnreachableMessage();
  if (error instanceof ConfigError) return error.message;
  if (error instanceof OwnerError) return error.selectMessage(messages);
  if (error instanceof DataFolderLocked) return texts.dataFolderInUse(error.dataDir, error.lockOwner);
  if (error instanceof FilesMissing) return texts.filesMissing(error.count, error.folder);
  if (error instanceof NewerDatabase) return texts.newerData(endpoint, error.program);
  // `AbortSignal.timeout` throws this error when a network request times out.
  if (error instanceof DOMException && error.name === 'TimeoutError') return toUnreachableMessage();
  const sqliteCode = sqliteCodeOf(error) ?? 0;
  if (isDamagedDatabase(error)) return texts.databaseDamaged(endpoint);
  // System errors do not always name the file.
  const { code = '', path = endpoint, syscall } = Object(error) as NodeJS.ErrnoException;
  if (sqliteCode === SQLITE_CANTOPEN) return texts.databaseClosed(path);
  if (NETWORK_CODES.has(code)) return toUnreachableMessage();
  const sentence = texts.file[systemCodeOfSqlite[sqliteCode] ?? equivalentCodes[code] ?? code];
  if (sentence) return sentence(path);
  if (syscall) return texts.system(path, code);
  return texts.other(error instanceof Error ? error.message : String(error));
}

/** Returns the first of two errors if closing a file failed after another error, as on a full disk. */
function originalError(error: unknown): unknown {
  return error instanceof SuppressedError ? originalError(error.suppressed) : error;
}

/** Whether a full disk can cause the error: any error of SQLite, or the backend's error for a full database. */
export function mayBeFullDisk(thrown: unknown): boolean {
  const error = originalError(thrown);
  if (error instanceof ApiError) return error.type === 'database_full';
  return sqliteCodeOf(error) !== undefined;
}

/** System error codes that share the message of another code. */
const equivalentCodes: Record<string, string> = {
  EPERM: 'EACCES',
  ENFILE: 'EMFILE',
  ENOMEM: 'EAGAIN',
  EDQUOT: 'ENOSPC',
  ENOTCONN: 'EIO',
  ESTALE: 'EIO',
};

const SQLITE_CANTOPEN = 14;
/** System error codes for SQLite's: locked by another program, read-only, disk error, disk full. */
const systemCodeOfSqlite: Record<number, string> = { 5: 'EBUSY', 8: 'EACCES', 10: 'EIO', 13: 'ENOSPC' };

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
