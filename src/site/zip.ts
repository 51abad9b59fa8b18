import { crc32 } from 'node:zlib';

/** A file to be put into an archive. */
export interface ZipEntry {
  name: string;
  /** Bytes. */
  size: number;
  read(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/** Maximum sizes without ZIP64, which many phones do not open. */
export const MAX_ZIP_BYTES = 2 ** 32 - 1;
export const MAX_ZIP_ENTRIES = 2000;

const LOCAL_BYTES = 30;
const DESCRIPTOR_BYTES = 16;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
/** The checksum follows the bytes (bit 3), and names are in UTF-8 (bit 11). */
const FLAGS = 0x0808;
const VERSION = 20;
/** 1980-01-01 in the format of MS-DOS: equal libraries make equal archives. */
const DATE = 0x0021;

/** Returns the length of an archive before any file is read. */
export function zipBytes(entries: readonly Pick<ZipEntry, 'name' | 'size'>[]): number {
  return entries.reduce(
    (sum, { name, size }) =>
      sum + LOCAL_BYTES + DESCRIPTOR_BYTES + CENTRAL_BYTES + 2 * Buffer.byteLength(name) + size,
    END_BYTES,
  );
}

/**
 * Yields an archive with stored, not compressed files: PDFs are compressed already (APPNOTE.TXT 6.3.10). Throws if a file's size
 * differs from its entry, because the archive's length was announced.
 */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, void, void> {
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, size, read } of entries) {
    const bytes = Buffer.from(name);
    yield Buffer.concat([localHeader(bytes), bytes]);
    let [length, checksum] = [0, 0];
    for await (const chunk of await read()) {
      length += chunk.length;
      if (length > size) break;
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (length !== size) throw new Error(`"${name}" has not the ${size} bytes that its row says`);
    yield descriptor(checksum, size);
    central.push(Buffer.concat([centralHeader(bytes, { checksum, size, offset }), bytes]));
    offset += LOCAL_BYTES + bytes.length + size + DESCRIPTOR_BYTES;
  }
  const directory = Buffer.concat(central);
  yield Buffer.concat([directory, endRecord(entries.length, directory.length, offset)]);
}

/** Makes a buffer of fields of two or four bytes from their lengths and values. */
function fields(...values: readonly [bytes: 2 | 4, value: number][]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

function localHeader(name: Buffer): Buffer {
  return fields(
    [4, 0x04034b50],
    [2, VERSION],
    [2, FLAGS],
    [2, 0],
    [2, 0],
    [2, DATE],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
  );
}

function descriptor(checksum: number, size: number): Buffer {
  return fields([4, 0x08074b50], [4, checksum], [4, size], [4, size]);
}

function centralHeader(
  name: Buffer,
  { checksum, size, offset }: { checksum: number; size: number; offset: number },
): Buffer {
  return fields(
    [4, 0x02014b50],
    [2, VERSION],
    [2, VERSION],
    [2, FLAGS],
    [2, 0],
    [2, 0],
    [2, DATE],
    [4, checksum],
    [4, size],
    [4, size],
    [2, name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, offset],
  );
}

function endRecord(entries: number, bytes: number, offset: number): Buffer {
  return fields([4, 0x06054b50], [2, 0], [2, 0], [2, entries], [2, entries], [4, bytes], [4, offset], [2, 0]);
}
