import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';

const compressed = promisify(brotliCompress);
/** Brotli takes megabytes for as long as it packs: a crowd whose pages are rendered sooner than packed would have them all at once. */
const inTurn = pLimit(2);
export const unpack: (brotli: Buffer) => Promise<Buffer> = promisify(brotliDecompress);
const zipped = promisify(gzip);

/**
 * Most of a page repeats what stands less than 2^16 bytes before. With 2^18 it is not a byte smaller, but takes three times as long: the
 * tables for it are so large that malloc maps each anew. The usual 2^22 costs 20 MB.
 */
const windowBits = 16;

/** What zlib answers is the start of a larger buffer, and `Buffer.from` takes from one: all of it would be kept. */
const copied = (bytes: Buffer): Buffer => Buffer.from(new Uint8Array(bytes).buffer);

/** How well a page is packed, and brotli's quality for it: on one core 2, 32 and 76 ms. */
const qualities = { quick: 7, well: 10, best: 11 };

/** Packs a page beside the main thread. */
export async function pack(html: Buffer, how: keyof typeof qualities = 'quick'): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: qualities[how],
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
  };
  return copied(await inTurn(() => compressed(html, { params })));
}

/** The packed page for whoever takes no brotli, which browsers do over https only. */
export async function repack(brotli: Buffer): Promise<Buffer> {
  return copied(await zipped(await unpack(brotli)));
}
