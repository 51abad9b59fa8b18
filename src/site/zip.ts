import { crc32 } from 'node:zlib';

/** A file of an archive. */
export interface ZipEntry {
  name: string;
  /** Size in bytes. */
  size: number;
  read(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/** Maximum size in bytes of an archive without ZIP64, which many phones do not support. */
export const MAX_ZIP_BYTES = 2 ** 32 - 1;
/** Maximum number of files in an archive; a larger category has no archive. */
export const MAX_ZIP_ENTRIES = 2000;

const LOCAL_HEADER_BYTES = 30;
const DESCRIPTOR_BYTES = 16;
const CENTRAL_HEADER_BYTES = 46;
const END_RECORD_BYTES = 22;
/** Checksum and sizes follow the bytes (bit 3), and names are in UTF-8 (bit 11). */
const FLAGS = 0x0808;
/** Version of the format that a reader must support: 2.0. */
const ZIP_VERSION = 20;
/** 1980-01-01 in the format of MS-DOS. A fixed date makes archives of equal files identical. */
const MSDOS_DATE = 0x0021;

/** Returns the size in bytes of the archive of these files. */
export function zipBytes(entries: readonly Pick<ZipEntry, 'name' | 'size'>[]): number {
  return entries.reduce(
    (sum, { name, size }) =>
      sum + LOCAL_HEADER_BYTES + DESCRIPTOR_BYTES + CENTRAL_HEADER_BYTES + 2 * Buffer.byteLength(name) + size,
    END_RECORD_BYTES,
  );
}

/**
 * Yields the bytes of an archive (APPNOTE.TXT 6.3.10) with uncompressed files, because PDFs are already compressed. Throws if a file's size
 * differs from its entry, because the archive's length was already sent. The caller checks both maximums.
 */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, void, void> {
  const centralHeaders: Buffer[] = [];
  let offset = 0;
  for (const { name, size, read } of entries) {
    const bytes = Buffer.from(name);
    yield localHeader(bytes);
    let [length, checksum] = [0, 0];
    for await (const chunk of await read()) {
      length += chunk.length;
      if (length > size) break;
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (length !== size) throw new Error(`"${name}" does not have the ${size} bytes of its row`);
    yield descriptor(checksum, size);
    centralHeaders.push(centralHeader(bytes, checksum, size, offset));
    offset += LOCAL_HEADER_BYTES + bytes.length + size + DESCRIPTOR_BYTES;
  }
  const directory = Buffer.concat(centralHeaders);
  yield Buffer.concat([directory, endRecord(entries.length, directory.length, offset)]);
}

/** Encodes numbers in two bytes each, little-endian. */
const shorts = (...values: number[]) => encodeNumbers(2, values);
/** Encodes numbers in four bytes each, little-endian. */
const longs = (...values: number[]) => encodeNumbers(4, values);

function encodeNumbers(bytes: 2 | 4, values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(bytes * values.length);
  for (const [index, value] of values.entries()) buffer.writeUIntLE(value, index * bytes, bytes);
  return buffer;
}

/** Encodes the fields that both headers of an entry have. In the local header, checksum and sizes are 0, because they follow the bytes. */
function entryFields(name: Buffer, checksum = 0, size = 0): Buffer {
  const commonFields = shorts(ZIP_VERSION, FLAGS, 0, 0, MSDOS_DATE);
  return Buffer.concat([commonFields, longs(checksum, size, size), shorts(name.length, 0)]);
}

function localHeader(name: Buffer): Buffer {
  return Buffer.concat([longs(0x04034b50), entryFields(name), name]);
}

function descriptor(checksum: number, size: number): Buffer {
  return longs(0x08074b50, checksum, size, size);
}

function centralHeader(name: Buffer, checksum: number, size: number, offset: number): Buffer {
  const version = [longs(0x02014b50), shorts(ZIP_VERSION)];
  return Buffer.concat([
    ...version,
    entryFields(name, checksum, size),
    shorts(0, 0, 0),
    longs(0, offset),
    name,
  ]);
}

function endRecord(entries: number, bytes: number, offset: number): Buffer {
  return Buffer.concat([longs(0x06054b50), shorts(0, 0, entries, entries), longs(bytes, offset), shorts(0)]);
}
