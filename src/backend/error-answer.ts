import { randomUUID } from 'node:crypto';
import type { Context, ErrorHandler } from 'hono';
import { ApiError, type ErrorType } from './errors.ts';
import { SERVER_VERSION } from './version.ts';

const uncached = { 'Cache-Control': 'no-cache, no-store, must-revalidate', Pragma: 'no-cache', Expires: '0' };

/** SQLite's codes that a caller can do something about, and what they are called here. */
const sqliteErrors: ReadonlyMap<number, ErrorType> = new Map([
  [5, 'database_timeout'], // SQLITE_BUSY, after five seconds of waiting
  [13, 'database_full'], // SQLITE_FULL
]);

/** The one place where a thrown error becomes an answer. What nobody expected is logged and shown as "Server Error". */
export const errorAnswer: ErrorHandler = (error, context) => {
  const known = toApiError(error);
  // Whoever went away while sending is nobody's failure.
  if (!known && !context.req.raw.signal.aborted) logFailure(error, context);
  const { message, code, type, values } = known ?? new ApiError('general_unknown');
  const retry = values.retryAfter === undefined ? {} : { 'Retry-After': values.retryAfter };
  return context.json({ message, code, type, version: SERVER_VERSION }, code, { ...uncached, ...retry });
};

/** Names the request in the log and in the answer's `X-Request-Id`, so that a report can be found. Source: docs/rules.md#errors-told. */
function logFailure(error: Error, context: Context): void {
  const id = randomUUID();
  context.header('X-Request-Id', id);
  // Control and direction signs of a path could forge or hide lines of the log.
  const path = context.req.path.replace(/\p{C}/gu, '?').slice(0, 200);
  console.error(`request ${id} failed: ${context.req.method} ${path}`, error);
}

function toApiError(error: Error): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { code, errcode = 0 } = error as { code?: string; errcode?: number };
  // Files share the disk with the database, and what helps is the same.
  if (code === 'ENOSPC') return new ApiError('database_full');
  // The low byte is the code, the rest says more of it.
  const type = sqliteErrors.get(errcode & 0xff);
  return type && new ApiError(type);
}
