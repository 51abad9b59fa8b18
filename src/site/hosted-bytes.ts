import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { contentDisposition, respondWithBytes } from '#backend/storage/bytes.ts';
import { downloadParameter } from '#contract/urls.ts';
import { fetchPart, rangesOf } from '#library/sync/file-parts.ts';
import type { SiteEnv } from './site-env.ts';

/** A file on a hosted backend that the site streams itself. */
export interface LargeFile {
  fileId: string;
  fileName: string;
  /** Bytes. */
  size: number;
  url: string;
  projectId: string;
}

/** Bytes; Appwrite lets responses above this stall now and then. */
export const MAX_WHOLE_BYTES = 12_000_000;

/** Bytes of a part; one per visitor is in memory. */
const PART_BYTES = 1_000_000;
/** Maximum visitors whom the site sends such files at a time; others are redirected to the backend. */
const MAX_STREAMS = 32;
const MAX_TRIES = 3;

let streams = 0;

/** Streams a large file in ranges. Undefined if too many visitors are served at the moment. */
export function sendLargeFile(context: Context<SiteEnv>, file: LargeFile): Response | undefined {
  if (streams >= MAX_STREAMS) return undefined;
  const { fileId, fileName, size } = file;
  const type = context.req.query(downloadParameter) === undefined ? 'inline' : 'attachment';
  return respondWithBytes(context, {
    size,
    etag: `"${fileId}"`,
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': contentDisposition(type, fileName),
      'Content-Security-Policy': "frame-ancestors 'none'",
      'Cache-Control': 'public, no-cache',
      'X-Robots-Tag': 'all',
    },
    part: (first, last) =>
      Readable.toWeb(
        Readable.from(readParts(file, first, last, context.req.raw.signal)),
      ) as ReadableStream<Uint8Array>,
  });
}

/** Yields the bytes from `first` to `last`. A part that stalls or is cut off is fetched again. */
async function* readParts(
  { url, projectId }: LargeFile,
  first: number,
  last: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  streams++;
  try {
    // Appwrite refuses a range of a single byte.
    const from = first === last ? Math.max(0, first - 1) : first;
    const length = Math.max(2, last - from + 1);
    for (const range of rangesOf(length, PART_BYTES, from)) {
      const bytes = await fetchAgain(() =>
        fetchPart(url, { 'x-appwrite-project': projectId }, range, signal),
      );
      const start = range?.[0] ?? 0;
      yield bytes.subarray(Math.max(0, first - start), last + 1 - start);
    }
  } finally {
    streams--;
  }
}

async function fetchAgain(fetchBytes: () => Promise<Uint8Array>): Promise<Uint8Array> {
  for (let turn = 1; ; turn++)
    try {
      return await fetchBytes();
    } catch (error) {
      if (turn === MAX_TRIES || !(error instanceof TypeError)) throw error;
    }
}
