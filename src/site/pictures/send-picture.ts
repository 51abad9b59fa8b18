import type { Context } from 'hono';
import { evaluateConditions } from '#backend/storage/answer-bytes.ts';
import { immutable } from '../assets.ts';
import type { Headers } from '../security-headers.ts';
import type { Made, NotDrawn } from './picture-store.ts';

/**
 * Answers with a picture whose address names all that it shows, so that it is kept for ever; it is drawn where the browser does not
 * have it. `refuse` answers when there is none.
 *
 * @param about its type, and a tag of what its address names
 */
export async function sendPicture(
  context: Context,
  { type, tag, headers }: { type: string; tag: string; headers: Headers },
  draw: () => Promise<Made | undefined>,
  refuse: (fault: NotDrawn['fault'] | undefined) => Response,
): Promise<Response> {
  const about = { ...headers, ETag: `"${tag}"`, 'Cache-Control': immutable };
  // What a browser has already need not be drawn again (RFC 9110 section 13.1.2). Only the tag tells: a picture has no date.
  if (evaluateConditions(context.req, about.ETag) === 'not-modified') return context.body(null, 304, about);
  const made = await draw();
  if (!made || 'fault' in made) return refuse(made?.fault);
  const length = { 'Content-Type': type, 'Content-Length': String(made.bytes.length) };
  return context.body(made.bytes as Uint8Array<ArrayBuffer>, 200, { ...about, ...length });
}
