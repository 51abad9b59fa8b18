import { accessSync, closeSync, constants, openSync, readSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import type { Context, HonoRequest } from 'hono';
import { ApiError } from '#http/api-error.ts';

/** The flag that refuses to open symbolic links, which do not belong in the store. Windows does not have it. */
export const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

// Responses

/** The content of a response: `size` in bytes, a quoted strong ETag, and the headers that describe it. */
interface FileBytes {
  readonly size: number;
  readonly etag: string;
  readonly lastModified?: Date;
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the bytes `first`..`last` (inclusive). */
  readonly part: (first: number, last: number) => Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

/** Responds to a GET or HEAD with all bytes, a part (206) or 304, by RFC 9110 §13 and §14. Throws 412 and 416. */
export function respondWithBytes(context: Context, bytes: FileBytes): Response {
  const { size, etag, lastModified, part } = bytes;
  const { req } = context;
  const headers = new Headers({
    ...bytes.headers,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    ...(lastModified && { 'Last-Modified': lastModified.toUTCString() }),
  });
  const condition = evaluateConditions(req, etag, lastModified);
  if (condition === 'precondition-failed') throw new ApiError('storage_precondition_failed');
  if (condition === 'not-modified') return new Response(null, { status: 304, headers });

  // A range applies only if `If-Range` names these bytes, by ETag or date (RFC 9110 §13.1.5). §14.2 defines ranges only for GET.
  const ifRange = req.header('if-range')?.trim();
  const isSame =
    ifRange === undefined || ifRange === (ifRange.endsWith('"') ? etag : lastModified?.toUTCString());
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

/** Whether a header names an ETag; `*` names every ETag. */
export function namesTag(header: string, tag: string): boolean {
  return header.trim() === '*' || header.match(entityTag)?.includes(tag) === true;
}

/**
 * Decides whether a GET or HEAD gets the bytes (`proceed`), 304 or 412, in the order of RFC 9110 §13.2.2. Ignores invalid dates, as the
 * RFC requires, and all dates if the bytes have none.
 */
export function evaluateConditions(request: HonoRequest, etag: string, lastModified?: Date) {
  // HTTP's dates have no milliseconds.
  const changedAt = Date.parse(lastModified?.toUTCString() ?? '');
  const dateOf = (header = '') => Date.parse(header);
  const ifMatch = request.header('if-match');
  const hasFailed =
    ifMatch === undefined
      ? changedAt > dateOf(request.header('if-unmodified-since'))
      : !namesTag(ifMatch, etag);
  if (hasFailed) return 'precondition-failed';

  const ifNoneMatch = request.header('if-none-match');
  // A CDN that compresses a response makes its ETag weak, so the weak ETag matches too.
  const isSame =
    ifNoneMatch === undefined
      ? changedAt <= dateOf(request.header('if-modified-since'))
      : [etag, `W/${etag}`].some((tag) => namesTag(ifNoneMatch, tag));
  return isSame ? 'not-modified' : 'proceed';
}

/** A single range, possibly between empty members of a list. */
const oneRange = /^bytes=[\s,]*(?:(\d+)-(\d*)|-(\d+))[\s,]*$/i;

/**
 * Parses a `Range` header (RFC 9110 §14) into inclusive offsets; `'unsatisfiable'` if the range starts at or after `size`.
 * Undefined means the whole file: the header is missing, malformed, in another unit, or lists several ranges.
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

/** Characters that are removed from file names in headers: controls, including those of direction, and path separators. */
const unsafeCharacters = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/gu;

/**
 * Returns the `Content-Disposition` of a file (RFC 6266), without unsafe characters. If the name needs encoding, it is in `filename*`, and
 * `filename` is an ASCII name for clients that read only this.
 */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed().replace(unsafeCharacters, '').trim() || 'lesson';
  // Browsers interpret `%` and `"` in a quoted string differently.
  if (/^[\x20-\x7e]+$/.test(name) && !/["%]/.test(name)) return `${type}; filename="${name}"`;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  // RFC 8187 `ext-value`: UTF-8, percent-encoded outside `attr-char`.
  const encodedName = encodeURIComponent(name).replace(/[*'()]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${type}; filename="lesson${extension}"; filename*=UTF-8''${encodedName}`;
}

// Bodies

/** The bytes `first`..`last` (inclusive) of a file on disk, as it was when its row was read. */
export interface FilePart {
  readonly path: string;
  /** Inode, size and time, by which the reader of a large part detects that the file was replaced. */
  readonly stat: Pick<Stats, 'ino' | 'size' | 'mtimeMs'>;
  readonly first: number;
  readonly last: number;
}

/**
 * Reads the chunks of a body in order. All share one buffer, so that slow clients leave no garbage: a chunk is valid until the next one is
 * requested. Throws if the file was replaced or became shorter.
 */
export type ReadChunks = () => AsyncGenerator<Uint8Array<ArrayBuffer>, void, void>;

/** Maximum size in bytes of a part that is read in one piece. */
const MAX_BYTES_AT_ONCE = 256 * 1024;
/** Chunk size in bytes of larger parts, which limits the memory that slow clients take. */
const CHUNK_BYTES = 128 * 1024;

const readers = new WeakMap<ReadableStream, ReadChunks>();

/** Returns a reader of a response's body that avoids the slow web stream. Undefined for small parts and other bodies. */
export function chunksOf(response: Response): ReadChunks | undefined {
  // Reading `body` would create a stream that the server does not need.
  if (!response.headers.has('accept-ranges') || !response.body) return undefined;
  return readers.get(response.body);
}

function shortFileError(missing: number): Error {
  return new Error(`a stored file ends ${missing} bytes early`);
}

function readSmallPart({ path, first, last }: FilePart): Uint8Array<ArrayBuffer> {
  const length = last + 1 - first;
  const bytes = Buffer.allocUnsafeSlow(length);
  const descriptor = openSync(path, constants.O_RDONLY | NO_FOLLOW);
  try {
    const bytesRead = readSync(descriptor, bytes, 0, length, first);
    if (bytesRead < length) throw shortFileError(length - bytesRead);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

/** @param shared memory that all chunks use; if absent, each chunk has separate memory */
async function* readChunks(
  { path, stat, first, last }: FilePart,
  shared?: Buffer<ArrayBuffer>,
): ReturnType<ReadChunks> {
  await using handle = await open(path, constants.O_RDONLY | NO_FOLLOW);
  const current = await handle.stat();
  if (current.ino !== stat.ino || current.size !== stat.size || current.mtimeMs !== stat.mtimeMs)
    throw new Error('a stored file was replaced while it was read');
  for (let position = first; position <= last; ) {
    const length = Math.min(CHUNK_BYTES, last + 1 - position);
    const chunk = shared ?? Buffer.allocUnsafeSlow(length);
    const { bytesRead } = await handle.read(chunk, 0, length, position);
    if (bytesRead === 0) throw shortFileError(last + 1 - position);
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

/** Creates the body of a response: a part of a stored file. */
export function fileBody(part: FilePart): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  if (part.last < part.first + MAX_BYTES_AT_ONCE) return readSmallPart(part);
  // Checks the file first: a response that has begun could only be aborted, and clients would repeat the request.
  accessSync(part.path, constants.R_OK);
  const stream = WebStream.from(readChunks(part)) as ReadableStream<Uint8Array>;
  readers.set(stream, () => readChunks(part, Buffer.allocUnsafeSlow(CHUNK_BYTES)));
  return stream;
}
