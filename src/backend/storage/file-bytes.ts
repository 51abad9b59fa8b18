import { lstatSync, type Stats } from 'node:fs';
import type { Context } from 'hono';
import { ApiError } from '../errors.ts';
import { type ByteRange, parseByteRange } from './byte-range.ts';
import { evaluateConditions, rangeStillApplies, type Validators } from './conditional-request.ts';
import type { FileBodies } from './file-pieces.ts';

/** Bytes on disk that are to be answered: `size` in bytes, validators and the headers that describe them. */
export interface FileBytes extends Validators {
  readonly path: string;
  readonly size: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The file as it lies on the disk. Throws 404 when it is not there, or not as long as it should be. */
function statOf({ path, size }: FileBytes): Stats {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() && stat.size === size) return stat;
  throw new ApiError('storage_file_not_found');
}

function chosenRange(context: Context, bytes: FileBytes): ByteRange {
  // RFC 9110 §14.2 defines ranges for GET alone.
  const applies = context.req.method === 'GET' && rangeStillApplies(context.req.header('if-range'), bytes);
  return parseByteRange(applies ? context.req.header('range') : undefined, bytes.size);
}

/**
 * Answers a GET or HEAD of a file: whole, in part (206), unchanged (304), 412 or 416, as RFC 9110 §13 and §14 say.
 * Whatever the size, no more than one piece of the file is in memory.
 */
export function answerBytes(context: Context, bytes: FileBytes, bodyOf: FileBodies): Response {
  const stat = statOf(bytes);
  const { path, size, etag, lastModified } = bytes;
  const headers = new Headers({
    ...bytes.headers,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Last-Modified': lastModified.toUTCString(),
  });
  const condition = evaluateConditions((name) => context.req.header(name), bytes);
  if (condition === 'precondition-failed') throw new ApiError('storage_precondition_failed');
  if (condition === 'not-modified') return new Response(null, { status: 304, headers });

  const range = chosenRange(context, bytes);
  if (range.kind === 'unsatisfiable') {
    context.header('Accept-Ranges', 'bytes');
    context.header('Content-Range', `bytes */${size}`);
    throw new ApiError('storage_invalid_range');
  }
  const { first, last } = range.kind === 'part' ? range : { first: 0, last: size - 1 };
  headers.set('Content-Length', String(last - first + 1));
  if (range.kind === 'part') headers.set('Content-Range', `bytes ${first}-${last}/${size}`);
  const body = context.req.method === 'HEAD' ? null : bodyOf({ path, etag, stat, first, last });
  return new Response(body, { status: range.kind === 'part' ? 206 : 200, headers });
}
