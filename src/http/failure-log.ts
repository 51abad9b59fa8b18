import { randomUUID } from 'node:crypto';
import { unescape as decoded } from 'node:querystring';

/**
 * Logs an unexpected error of a request and returns the request's id: the proxy's, or a new one. The query stays out of the log, since it
 * holds what a visitor searched. Source: docs/rules.md#errors-told.
 */
export function logFailure(error: Error, request: Request): string {
  const given = request.headers.get('X-Request-Id') ?? '';
  const id = /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
  // Control and direction signs of a path could forge or hide lines of the log.
  const path = decoded(new URL(request.url).pathname).replace(/\p{C}/gu, '?').slice(0, 200);
  console.error('A request failed:', { request: id, method: request.method, path }, error);
  return id;
}
