import type { Kept } from '#backend/kept.ts';
import { openForReading } from '#backend/storage/file-disk.ts';
import { type FilePart, isSameFile, tooShort } from '#backend/storage/file-part.ts';

/** Bytes read and sent at once: what one visitor who reads slowly can keep of a large file. */
const pieceSize = 256 * 1024;
/** A larger file would drive all others out. */
const largestKept = 2 * 1024 * 1024;
/** Buffers that wait for the next large file. */
const mostSpare = 8;

/** Reads stored files piece by piece; of those that many ask for the pieces are kept in memory. */
export interface FilePieces {
  /**
   * The bytes of a part in order; a piece is good until the next one is asked for. The file is opened when a piece is
   * not kept, and closed at the end, on an error, and when the reader stops early. Throws when the file is not as the
   * part says.
   */
  read(part: FilePart): AsyncGenerator<Buffer, void, void>;
}

type Handle = Awaited<ReturnType<typeof openForReading>>;

async function openPart({ path, stat }: FilePart): Promise<Handle> {
  const handle = await openForReading(path);
  if (isSameFile(await handle.stat(), stat)) return handle;
  await handle.close();
  throw new Error('a stored file was replaced while it was asked for');
}

async function fill(handle: Handle, piece: Buffer, position: number): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    const { bytesRead } = await handle.read(piece, done, piece.length - done, position + done);
    if (bytesRead === 0) throw tooShort(piece.length - done);
    done += bytesRead;
  }
}

/** Pieces are named by their file's tag: whatever changes in the library, they are that file's. */
export function createFilePieces(kept: Kept): FilePieces {
  const shelf = kept.shelf<Buffer>('piece', ({ length }) => length);
  const reading = new Map<string, Promise<Buffer>>();
  const spare: Buffer[] = [];

  const readKept = async (name: string, part: FilePart, start: number): Promise<Buffer> => {
    const handle = await openPart(part);
    try {
      const piece = Buffer.allocUnsafeSlow(Math.min(pieceSize, part.stat.size - start));
      await fill(handle, piece, start);
      shelf.keep(name, piece, kept.version());
      return piece;
    } finally {
      await handle.close();
    }
  };
  /** Two hundred who ask at once for what is not kept yet wait for one piece, not for one each. */
  const readOnce = (name: string, part: FilePart, start: number): Promise<Buffer> => {
    const piece = readKept(name, part, start).finally(() => reading.delete(name));
    reading.set(name, piece);
    return piece;
  };

  /** Pieces at multiples of their size, so that all who ask for the file share them. */
  async function* keptPieces(part: FilePart): AsyncGenerator<Buffer, void, void> {
    const { etag, first, last } = part;
    for (let start = first - (first % pieceSize); start <= last; start += pieceSize) {
      const name = `${etag} ${start}`;
      const piece = shelf.last(name) ?? (await (reading.get(name) ?? readOnce(name, part, start)));
      yield piece.subarray(Math.max(0, first - start), last + 1 - start);
    }
  }

  async function* passingPieces(part: FilePart): AsyncGenerator<Buffer, void, void> {
    const handle = await openPart(part);
    // Taking a fresh buffer for each piece costs as much as filling it.
    const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(pieceSize);
    try {
      for (let start = part.first; start <= part.last; start += pieceSize) {
        const piece = buffer.subarray(0, part.last + 1 - start);
        await fill(handle, piece, start);
        yield piece;
      }
    } finally {
      if (spare.length < mostSpare) spare.push(buffer);
      await handle.close();
    }
  }

  return { read: (part) => (part.stat.size <= largestKept ? keptPieces(part) : passingPieces(part)) };
}
