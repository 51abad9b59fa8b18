import type { Context, HonoRequest } from 'hono';
import { ApiError } from '#http/api-error.ts';

/** Bytes that are to be answered: `size` in bytes, a quoted strong ETag, and the headers that describe them. */
interface FileBytes {
  readonly size: number;
  readonly etag: string;
  readonly lastModified: Date;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes `first`..`last` (inclusive). */
  readonly part: (first: number, last: number) => Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

/** Answers a GET or HEAD of bytes: whole, in part (206), unchanged (304), 412 or 416, as RFC 9110 §13 and §14 say. */
export function answerBytes(context: Context, bytes: FileBytes): Response {
  const { size, etag, lastModified, part } = bytes;
  const { req } = context;
  const headers = new Headers({
    ...bytes.headers,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Last-Modified': lastModified.toUTCString(),
  });
  const condition = evaluateConditions(req, etag, lastModified);
  if (condition === 'precondition-failed') throw new ApiError('storage_precondition_failed');
  if (condition === 'not-modified') return new Response(null, { status: 304, headers });

  // Exactly these bytes, by their tag or their date (RFC 9110 §13.1.5). §14.2 defines ranges for GET alone.
  const ifRange = req.header('if-range')?.trim();
  const isSame =
    ifRange === undefined || ifRange === (ifRange.endsWith('"') ? etag : lastModified.toUTCString());
  const range = isSame && req.method === 'GET' ? parseByteRange(req.header('range'), size) : undefined;
  if (range === 'unsatisfiable') {
    context.header('Accept-Ranges', 'bytes');
    context.header('Content-Range', `bytes */${size}`);
    throw new ApiError('storage_invalid_range');
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  headers.set('Content-Length', String(last - first + 1));
  if (range) headers.set('Content-Range', `bytes ${first}-${last}/${size}`);
  const body = req.method === 'HEAD' ? null : part(first, last);
  return new Response(body, { status: range ? 206 : 200, headers });
}

const entityTag = /(W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** Whether a header names a tag; `*` names every one. */
export function namesTag(header: string, tag: string): boolean {
  return header.trim() === '*' || header.match(entityTag)?.includes(tag) === true;
}

/**
 * Whether a GET or HEAD of these bytes is answered in full, with 304 or with 412: the order of RFC 9110 §13.2.2.
 * An unreadable date is ignored, as the RFC asks, and every date of what has none itself.
 */
export function evaluateConditions(request: HonoRequest, etag: string, lastModified?: Date) {
  // HTTP's dates have no milliseconds.
  const changed = Date.parse(lastModified?.toUTCString() ?? '');
  const dateOf = (header = '') => Date.parse(header);
  const ifMatch = request.header('if-match');
  const isOther =
    ifMatch === undefined
      ? changed > dateOf(request.header('if-unmodified-since'))
      : !namesTag(ifMatch, etag);
  if (isOther) return 'precondition-failed';

  const ifNoneMatch = request.header('if-none-match');
  // A CDN that compresses weakens the tag: the comparison here is the weak one.
  const isSame =
    ifNoneMatch === undefined
      ? changed <= dateOf(request.header('if-modified-since'))
      : [etag, `W/${etag}`].some((tag) => namesTag(ifNoneMatch, tag));
  return isSame ? 'not-modified' : 'proceed';
}

/** One range; a list of one may have empty members. */
const oneRange = /^bytes=[\s,]*(?:(\d+)-(\d*)|-(\d+))[\s,]*$/i;

/**
 * Reads a `Range` header for a file of `size` bytes (RFC 9110 §14): inclusive offsets, or undefined for the whole file.
 * A malformed header, another unit and several ranges are answered with that, which the RFC allows;
 * only a well-formed range that meets no byte of the file is unsatisfiable.
 */
export function parseByteRange(header: string | undefined, size: number) {
  const match = oneRange.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [, firstText, lastText, suffixText] = match;
  const first = suffixText === undefined ? Number(firstText) : Math.max(0, size - Number(suffixText));
  const last = lastText ? Number(lastText) : Number.POSITIVE_INFINITY;
  if (last < first) return undefined;
  return first >= size ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) };
}
