import { accessSync, closeSync, constants, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import type { Cache } from '../cache.ts';
import { noFollow } from './file-layout.ts';

/** The bytes `first`..`last` (inclusive) of a file on disk, as it was when its row was read. */
export interface FilePart {
  readonly path: string;
  /** Strong: whatever has this tag has the same bytes. */
  readonly etag: string;
  /** By what the file is told from another one that took its place. */
  readonly stat: Pick<Stats, 'ino' | 'size' | 'mtimeMs'>;
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a part of a file in order; a piece is good until the next one is asked for. The file is opened when a piece is not kept, and
 * closed at the end, on an error, and when the reader stops early. Throws when the file is not as it was.
 */
export type ReadPieces = () => AsyncGenerator<Buffer, void, void>;

/** Bytes read and sent at once, many times faster than in pieces. */
const pieceSize = 256 * 1024;
/** The same of a file that is too large to be kept: what one visitor who reads slowly can keep of it. */
const passingSize = 128 * 1024;
/** A larger file would drive all others out. */
const largestKept = 2 * 1024 * 1024;
/** Buffers that wait for the next large file. */
const mostSpare = 8;

const readers = new WeakMap<ReadableStream, ReadPieces>();

/** What an answer's body is read by, as often as it is wanted and past web streams; `undefined` for all but larger files. */
export function piecesOf(response: Response): ReadPieces | undefined {
  // Asking for the body makes one, where a server makes do without.
  if (!response.headers.has('accept-ranges') || !response.body) return undefined;
  return readers.get(response.body);
}

function tooShort(missing: number): Error {
  return new Error(`a stored file ends ${missing} bytes early`);
}

function readSmall({ path, first, last }: FilePart): Uint8Array<ArrayBuffer> {
  const length = last + 1 - first;
  const bytes = Buffer.allocUnsafeSlow(length);
  const descriptor = openSync(path, constants.O_RDONLY | noFollow);
  try {
    const bytesRead = readSync(descriptor, bytes, 0, length, first);
    if (bytesRead < length) throw tooShort(length - bytesRead);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

async function openPart({ path, stat }: FilePart): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | noFollow);
  const now = await handle.stat();
  if (now.ino === stat.ino && now.size === stat.size && now.mtimeMs === stat.mtimeMs) return handle;
  await handle.close();
  throw new Error('a stored file was replaced while it was asked for');
}

async function fill(handle: FileHandle, piece: Buffer, position: number): Promise<Buffer> {
  for (let done = 0; done < piece.length; ) {
    const { bytesRead } = await handle.read(piece, done, piece.length - done, position + done);
    if (bytesRead === 0) throw tooShort(piece.length - done);
    done += bytesRead;
  }
  return piece;
}

/** A web stream keeps what it was given: it has bytes of its own. */
async function* copies(pieces: ReturnType<ReadPieces>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of pieces) yield new Uint8Array(piece);
}

/** Makes the bodies of answers: parts of stored files. Pieces of those that many ask for are kept in memory. */
export function createFileBodies(cache: Cache) {
  const shelf = cache.namespace<Promise<Buffer>>('piece', () => pieceSize);
  const spare: Buffer[] = [];

  /** Pieces at multiples of their size, so that all who ask for the file share them; two hundred who ask at once wait for one. */
  async function* keptPieces(part: FilePart): AsyncGenerator<Buffer, void, void> {
    const { etag, stat, first, last } = part;
    for (let start = first - (first % pieceSize); start <= last; start += pieceSize) {
      const piece = await shelf.get(`${etag} ${start}`, async () => {
        await using handle = await openPart(part);
        return await fill(handle, Buffer.allocUnsafeSlow(Math.min(pieceSize, stat.size - start)), start);
      });
      yield piece.subarray(Math.max(0, first - start), last + 1 - start);
    }
  }

  async function* passingPieces(part: FilePart): AsyncGenerator<Buffer, void, void> {
    await using handle = await openPart(part);
    // Taking a fresh buffer for each piece costs as much as filling it.
    const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(passingSize);
    try {
      for (let start = part.first; start <= part.last; start += passingSize)
        yield await fill(handle, buffer.subarray(0, part.last + 1 - start), start);
    } finally {
      if (spare.length < mostSpare) spare.push(buffer);
    }
  }

  return (part: FilePart): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> => {
    if (part.last < part.first + pieceSize) return readSmall(part);
    // An answer that has begun could only be broken off, and would be asked for again and again.
    accessSync(part.path, constants.R_OK);
    const read = () => (part.stat.size <= largestKept ? keptPieces(part) : passingPieces(part));
    const stream = WebStream.from(copies(read())) as ReadableStream<Uint8Array>;
    readers.set(stream, read);
    return stream;
  };
}
