import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { acceptedEncodings } from '#http/accepted-encodings.ts';

const compress = promisify(gzip);
/** Bytes below which packing costs more than it saves. */
const THRESHOLD = 1024;

/**
 * Packs larger JSON answers to questions for whoever takes gzip. What a write answers repeats what was sent, to the owner's program.
 * Source: docs/rules.md#limits.
 */
export const packJson: MiddlewareHandler = async (context, next) => {
  await next();
  const accepted = acceptedEncodings(context.req.header('accept-encoding')).includes('gzip');
  if (!context.res.headers.get('content-type')?.includes('json')) return;
  context.res.headers.append('Vary', 'Accept-Encoding');
  if (!accepted || context.req.method !== 'GET') return;
  const plain = await context.res.arrayBuffer();
  const packed = plain.byteLength > THRESHOLD ? await compress(plain, { level: 4 }) : undefined;
  const answer = new Response(packed ? new Uint8Array(packed) : plain, context.res);
  if (packed) answer.headers.set('Content-Encoding', 'gzip');
  context.res = answer;
};
