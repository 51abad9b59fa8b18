import type { ErrorHandler } from 'hono';
import { ApiError } from './errors.ts';
import { SERVER_VERSION } from './version.ts';

const uncached = { 'Cache-Control': 'no-cache, no-store, must-revalidate', Pragma: 'no-cache', Expires: '0' };

/** The one place where a thrown error becomes an answer. What is no `ApiError` is logged and shown as "Server Error". */
export const errorAnswer: ErrorHandler = (error, context) => {
  if (!(error instanceof ApiError)) console.error('the backend failed to answer:', error);
  const { message, code, type } = error instanceof ApiError ? error : new ApiError('general_unknown');
  return context.json({ message, code, type, version: SERVER_VERSION }, code, uncached);
};
