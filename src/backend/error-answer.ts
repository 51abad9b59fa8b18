import { randomUUID } from 'node:crypto';
import { unescape as decoded } from 'node:querystring';
import type { ErrorHandler } from 'hono';
import { ApiError, type ErrorType } from '#http/api-error.ts';
import { SERVER_VERSION } from './sdk-warning.ts';

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
  if (!known && !context.req.raw.signal.aborted)
    context.header('X-Request-Id', logFailure(error, context.req.raw));
  const { message, code, type, values } = known ?? new ApiError('general_unknown');
  const retry = values.retryAfter === undefined ? {} : { 'Retry-After': values.retryAfter };
  return context.json({ message, code, type, version: SERVER_VERSION }, code, { ...uncached, ...retry });
};

/**
 * Logs what nobody expected of a request, and answers the id by which a report finds it: the one a proxy gave, or a new one.
 * The query stays out of the log, for it holds what a visitor searched. Source: docs/rules.md#errors-told.
 */
export function logFailure(error: Error, request: Request): string {
  const given = request.headers.get('X-Request-Id') ?? '';
  const id = /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
  // Control and direction signs of a path could forge or hide lines of the log.
  const path = decoded(new URL(request.url).pathname).replace(/\p{C}/gu, '?').slice(0, 200);
  console.error('A request failed:', { request: id, method: request.method, path }, error);
  return id;
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
