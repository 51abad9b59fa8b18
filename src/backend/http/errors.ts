import type { ErrorHandler } from 'hono';
import { ApiError, type ErrorType } from '#http/api-error.ts';
import { logFailure } from '#http/failure-log.ts';

/** The Appwrite version whose wire format this backend speaks. */
export const SERVER_VERSION = '2.3.0';

const UNCACHED = { 'Cache-Control': 'no-cache, no-store, must-revalidate', Pragma: 'no-cache', Expires: '0' };

/** The errors of SQLite that a caller can do something about, by their codes. */
const sqliteErrors: ReadonlyMap<number, ErrorType> = new Map([
  [5, 'database_timeout'], // SQLITE_BUSY, after five seconds of waiting
  [13, 'database_full'], // SQLITE_FULL
]);

/** Turns a thrown error into a response. Logs unexpected errors and shows them as "Server Error". */
export const errorResponse: ErrorHandler = (error, context) => {
  const known = toApiError(error);
  // A client that disconnects while it sends is not a failure.
  if (!known && !context.req.raw.signal.aborted)
    context.header('X-Request-Id', logFailure(error, context.req.raw));
  const { message, code, type, values } = known ?? new ApiError('general_unknown');
  const retry = values.retryAfter === undefined ? {} : { 'Retry-After': values.retryAfter };
  return context.json({ message, code, type, version: SERVER_VERSION }, code, { ...UNCACHED, ...retry });
};

function toApiError(error: Error): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { code, errcode = 0 } = error as { code?: string; errcode?: number };
  // Files share the disk with the database, and the remedy is the same.
  if (code === 'ENOSPC') return new ApiError('database_full');
  // The low byte is the code; the rest are details.
  const type = sqliteErrors.get(errcode & 0xff);
  return type && new ApiError(type);
}
