import { randomUUID } from 'node:crypto';
import { unescape as decodePath } from 'node:querystring';

/**
 * Logs an unexpected error of a request and returns its id: that of a valid `X-Request-Id` header, or a new one. Does not log the query,
 * because it contains a visitor's search. Source: docs/rules.md#reported-errors.
 */
export function logFailure(error: Error, request: Request): string {
  const requestId = request.headers.get('X-Request-Id') ?? '';
  const id = /^[\w.-]{8,64}$/.test(requestId) ? requestId : randomUUID();
  // Control and direction characters in a path could forge or hide log lines.
  const path = decodePath(new URL(request.url).pathname).replace(/\p{C}/gu, '?').slice(0, 200);
  console.error('A request failed:', { request: id, method: request.method, path }, error);
  return id;
}

/** Returns an error message. For an HTML page, as proxies send, returns its title, or a fixed text if it has none. */
export function plainMessage(message: string): string {
  if (!isHtmlPage(message)) return message;
  const title = /<title>\s*([^<]{1,100}?)\s*<\/title>/i.exec(message)?.[1];
  return title ?? 'an HTML page instead of a response';
}

/** Whether a message is an HTML page, as proxies send when a server is down. */
export function isHtmlPage(message: string): boolean {
  return /^\s*<(!doctype|html|head|body|h1)\b/i.test(message);
}
