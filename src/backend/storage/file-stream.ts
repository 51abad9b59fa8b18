import type { FileHandle } from 'node:fs/promises';
import { openForReading } from './file-disk.ts';

/** Bytes read at once: a stream holds no more than this of its file, whatever the file's size. */
const pieceSize = 256 * 1024;

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
          if (bytesRead === 0) throw new Error(`a stored file ends ${last + 1 - position} bytes early`);
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
