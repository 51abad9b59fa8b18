import type { Context } from 'hono';
import { evaluateConditions } from '#backend/storage/conditional-request.ts';

/** For what has its content in its address: another content has another one. */
export const immutable = 'public, max-age=31536000, immutable';

/** Whether a browser already has what a strong tag names (RFC 9110 section 13.1.2): it need not be made again. */
export function isNotModified({ req }: Context, etag: string): boolean {
  const byTag = (name: string) => (name.endsWith('-since') ? undefined : req.header(name));
  return evaluateConditions(byTag, { etag, lastModified: new Date(0) }) === 'not-modified';
}
