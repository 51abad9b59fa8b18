import { closeSync, openSync, readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { openForReading, readingFlags } from './file-disk.ts';
import { type FilePart, streamOfPart, tooShort } from './file-part.ts';

/** Bytes read at once: an answer holds no more than this of its file, whatever the file's size. */
const pieceSize = 128 * 1024;

/** Bytes that fit into one piece, read at once: for a small file that is many times faster than a stream. */
function readPiece(path: string, first: number, length: number): Uint8Array<ArrayBuffer> {
  const piece = Buffer.allocUnsafeSlow(length);
  const descriptor = openSync(path, readingFlags);
  try {
    const bytesRead = readSync(descriptor, piece, 0, length, first);
    if (bytesRead < length) throw tooShort(length - bytesRead);
    return piece;
  } finally {
    closeSync(descriptor);
  }
}

/** A part of a file as the body of an answer. */
export function fileBody(part: FilePart): Uint8Array<ArrayBuffer> | ReadableStream {
  const { path, first, last } = part;
  const length = last + 1 - first;
  return length <= pieceSize
    ? readPiece(path, first, length)
    : streamOfPart(part, fileStream(path, first, last));
}

/**
 * The bytes `first`..`last` (inclusive) of a file. A piece is read only when the reader wants one; the file is opened
 * with the first piece and closed at the end, on an error, and when the reader goes away.
 */
export function fileStream(path: string, first: number, last: number): ReadableStream<Uint8Array> {
  let handle: FileHandle | undefined;
  let position = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          handle ??= await openForReading(path);
          const piece = Buffer.allocUnsafeSlow(Math.min(pieceSize, last + 1 - position));
          const { bytesRead } = await handle.read(piece, 0, piece.length, position);
          if (bytesRead === 0) throw tooShort(last + 1 - position);
          position += bytesRead;
          controller.enqueue(piece.subarray(0, bytesRead));
          if (position <= last) return;
          await handle.close();
          controller.close();
        } catch (error) {
          await handle?.close();
          throw error;
        }
      },
      cancel: async () => handle?.close(),
    },
    { highWaterMark: 0 },
  );
}
