import type { Context } from 'hono';
import { ApiError } from '../errors.ts';
import { parseByteRange } from './byte-range.ts';
import { evaluateConditions, rangeStillApplies, type Validators } from './conditional-request.ts';

/** Bytes that are to be answered: `size` in bytes, validators and the headers that describe them. */
export interface FileBytes extends Validators {
  readonly size: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes `first`..`last` (inclusive). */
  readonly part: (first: number, last: number) => Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

/** Answers a GET or HEAD of bytes: whole, in part (206), unchanged (304), 412 or 416, as RFC 9110 §13 and §14 say. */
export function answerBytes(context: Context, bytes: FileBytes): Response {
  const { size, etag, lastModified, part } = bytes;
  const headers = new Headers({
    ...bytes.headers,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Last-Modified': lastModified.toUTCString(),
  });
  const condition = evaluateConditions((name) => context.req.header(name), bytes);
  if (condition === 'precondition-failed') throw new ApiError('storage_precondition_failed');
  if (condition === 'not-modified') return new Response(null, { status: 304, headers });

  // RFC 9110 §14.2 defines ranges for GET alone.
  const applies = context.req.method === 'GET' && rangeStillApplies(context.req.header('if-range'), bytes);
  const range = applies ? parseByteRange(context.req.header('range'), size) : undefined;
  if (range === 'unsatisfiable') {
    context.header('Accept-Ranges', 'bytes');
    context.header('Content-Range', `bytes */${size}`);
    throw new ApiError('storage_invalid_range');
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  headers.set('Content-Length', String(last - first + 1));
  if (range) headers.set('Content-Range', `bytes ${first}-${last}/${size}`);
  const body = context.req.method === 'HEAD' ? null : part(first, last);
  return new Response(body, { status: range ? 206 : 200, headers });
}
