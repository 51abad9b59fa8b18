import { accessSync, closeSync, constants, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import type { Context, HonoRequest } from 'hono';
import { ApiError } from '#http/api-error.ts';
import type { Cache } from '../cache.ts';

/** A link that someone else put into the store is not followed; Windows has no such flag. */
export const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

// Responses

/** The bytes of a response: `size` in bytes, a quoted strong ETag, and the headers that describe them. */
interface FileBytes {
  readonly size: number;
  readonly etag: string;
  readonly lastModified: Date;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes `first`..`last` (inclusive). */
  readonly part: (first: number, last: number) => Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

/** Responds to a GET or HEAD of bytes: whole, in part (206), unchanged (304), 412 or 416, as RFC 9110 §13 and §14 say. */
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
 * Whether a GET or HEAD of these bytes is answered in full, with 304 or with 412: the order of RFC 9110 §13.2.2. Unreadable dates are
 * ignored, as the RFC requires, and all dates if the bytes have none.
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
 * Parses a `Range` header for a file of `size` bytes (RFC 9110 §14): inclusive offsets, or undefined for the whole file. So are a malformed
 * header, another unit and several ranges, which the RFC allows; only a well-formed range outside the file is unsatisfiable.
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

/** Control characters, direction overrides and path separators, which no header may carry. */
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/gu;

/**
 * The `Content-Disposition` of a file (RFC 6266): a name in any script arrives whole by `filename*`,
 * with an ASCII name for clients that read only `filename`.
 */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed().replace(unsafe, '').trim() || 'lesson';
  // `%` and `"` are read differently by different browsers inside a quoted string.
  if (/^[\x20-\x7e]+$/.test(name) && !/["%]/.test(name)) return `${type}; filename="${name}"`;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  // RFC 8187 `ext-value`: UTF-8, percent-encoded outside `attr-char`.
  const encoded = encodeURIComponent(name).replace(/[*'()]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${type}; filename="lesson${extension}"; filename*=UTF-8''${encoded}`;
}

// Bodies

/** The bytes `first`..`last` (inclusive) of a file on disk, as it was when its row was read. */
export interface FilePart {
  readonly path: string;
  /** A strong ETag: equal tags mean equal bytes. */
  readonly etag: string;
  /** Detects that the file was replaced. */
  readonly stat: Pick<Stats, 'ino' | 'size' | 'mtimeMs'>;
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a part of a file in order; a chunk is valid until the next one is read. The file is opened when a chunk is not cached, and closed
 * at the end, on an error, and when the reader stops early. Throws when the file was replaced.
 */
export type ReadChunks = () => AsyncGenerator<Buffer, void, void>;

/** Bytes of a chunk of a cached file; what is smaller is read and sent at once. */
const CHUNK_BYTES = 256 * 1024;
/** Chunk size for files too large for the cache: bounds the memory of a slow client. */
const UNCACHED_CHUNK_BYTES = 128 * 1024;
/** A larger file would evict all others. */
const MAX_CACHED_BYTES = 2 * 1024 * 1024;
/** Buffers for the next large files. */
const MAX_SPARE_BUFFERS = 8;

const readers = new WeakMap<ReadableStream, ReadChunks>();

/** The chunks behind a response's body, readable any number of times and without web streams; undefined except for larger files. */
export function chunksOf(response: Response): ReadChunks | undefined {
  // Reading `body` would create a stream that the server does not need.
  if (!response.headers.has('accept-ranges') || !response.body) return undefined;
  return readers.get(response.body);
}

function tooShort(missing: number): Error {
  return new Error(`a stored file ends ${missing} bytes early`);
}

function readSmall({ path, first, last }: FilePart): Uint8Array<ArrayBuffer> {
  const length = last + 1 - first;
  const bytes = Buffer.allocUnsafeSlow(length);
  const descriptor = openSync(path, constants.O_RDONLY | NO_FOLLOW);
  try {
    const bytesRead = readSync(descriptor, bytes, 0, length, first);
    if (bytesRead < length) throw tooShort(length - bytesRead);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

async function openFile({ path, stat }: FilePart): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | NO_FOLLOW);
  const now = await handle.stat();
  if (now.ino === stat.ino && now.size === stat.size && now.mtimeMs === stat.mtimeMs) return handle;
  await handle.close();
  throw new Error('a stored file was replaced while it was read');
}

async function fill(handle: FileHandle, chunk: Buffer, position: number): Promise<Buffer> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesRead } = await handle.read(chunk, done, chunk.length - done, position + done);
    if (bytesRead === 0) throw tooShort(chunk.length - done);
    done += bytesRead;
  }
  return chunk;
}

/** A web stream holds on to its chunks: it gets copies. */
async function* copies(chunks: ReturnType<ReadChunks>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of chunks) yield new Uint8Array(chunk);
}

/** Creates the bodies of responses: parts of stored files. Chunks of small files are cached. */
export function createFileBodies(cache: Cache) {
  const chunks = cache.namespace<Promise<Buffer>>('chunk', () => CHUNK_BYTES);
  const spare: Buffer[] = [];

  /** Chunks at multiples of their size, so that all clients share them; concurrent requests wait for one read. */
  async function* cachedChunks(part: FilePart): AsyncGenerator<Buffer, void, void> {
    const { etag, stat, first, last } = part;
    for (let start = first - (first % CHUNK_BYTES); start <= last; start += CHUNK_BYTES) {
      const chunk = await chunks.get(`${etag} ${start}`, async () => {
        await using handle = await openFile(part);
        return await fill(handle, Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, stat.size - start)), start);
      });
      yield chunk.subarray(Math.max(0, first - start), last + 1 - start);
    }
  }

  async function* uncachedChunks(part: FilePart): AsyncGenerator<Buffer, void, void> {
    await using handle = await openFile(part);
    // Allocating a buffer for each chunk costs as much as filling it.
    const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(UNCACHED_CHUNK_BYTES);
    try {
      for (let start = part.first; start <= part.last; start += UNCACHED_CHUNK_BYTES)
        yield await fill(handle, buffer.subarray(0, part.last + 1 - start), start);
    } finally {
      if (spare.length < MAX_SPARE_BUFFERS) spare.push(buffer);
    }
  }

  return (part: FilePart): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> => {
    if (part.last < part.first + CHUNK_BYTES) return readSmall(part);
    // A response that has begun could only be cut off, and would be requested again and again.
    accessSync(part.path, constants.R_OK);
    const read = () => (part.stat.size <= MAX_CACHED_BYTES ? cachedChunks(part) : uncachedChunks(part));
    const stream = WebStream.from(copies(read())) as ReadableStream<Uint8Array>;
    readers.set(stream, read);
    return stream;
  };
}
