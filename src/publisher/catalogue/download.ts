import { Readable } from 'node:stream';
import { AppwriteException, type Client, Storage } from 'node-appwrite';
import { retry } from './retry.ts';
import type { Target } from './target.ts';

/** Bytes of one answer: Appwrite lets longer ones stall now and then. */
const partSize = 8_000_000;
/** Milliseconds without a single byte, after which a part is asked for once more. */
const patience = 30_000;

/** Of one file, both ends included. `null` is the whole file. */
type Range = readonly [first: number, last: number] | null;

/**
 * The bytes of a file, in parts of at most 8 MB: a part that fails or stalls is fetched again, the others are not. Null when there
 * is no such file, or its bytes are gone. The SDK would read the whole file into memory.
 */
export async function download(
  client: Client,
  target: Target,
  fileId: string,
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array> | null> {
  const { endpoint, bucketId, projectId, key } = target;
  const url = `${endpoint}/storage/buckets/${encodeURIComponent(bucketId)}/files/${encodeURIComponent(fileId)}/download`;
  const headers = { 'x-appwrite-project': projectId, 'x-appwrite-key': key };
  const part = (range: Range) => retry(() => fetchPart(url, headers, range, signal), signal);
  try {
    const file = await retry(() => new Storage(client).getFile({ bucketId, fileId }), signal);
    const ranges = rangesOf(file.sizeOriginal);
    const first = await part(ranges.shift() ?? null);
    const bytes = async function* () {
      yield first;
      for (const range of ranges) yield await part(range);
    };
    return Readable.toWeb(Readable.from(bytes())) as ReadableStream<Uint8Array>;
  } catch (error) {
    if (error instanceof AppwriteException && error.code === 404) return null;
    throw error;
  }
}

/** Parts of nearly the same size: Appwrite refuses a range of one byte, and one that goes beyond the end. */
export function rangesOf(size: number): Range[] {
  if (size < 2) return [null];
  const parts = Math.ceil(size / partSize);
  const start = (part: number) => Math.floor((part * size) / parts);
  return Array.from({ length: parts }, (_, part) => [start(part), start(part + 1) - 1] as const);
}

async function fetchPart(
  url: string,
  headers: Record<string, string>,
  range: Range,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new TypeError('no byte came for 30 s')), patience);
  try {
    const answer = await fetch(url, {
      headers: range ? { ...headers, range: `bytes=${range[0]}-${range[1]}` } : headers,
      signal: AbortSignal.any([stalled.signal, ...(signal ? [signal] : [])]),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new AppwriteException(answer.statusText, answer.status);
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body ?? []) {
      timer.refresh();
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    if (!range) return bytes;
    // A proxy may answer with the whole file.
    const wanted = answer.status === 200 ? bytes.subarray(range[0], range[1] + 1) : bytes;
    if (wanted.length !== range[1] - range[0] + 1) throw new TypeError('an answer was cut short');
    return wanted;
  } finally {
    clearTimeout(timer);
  }
}
