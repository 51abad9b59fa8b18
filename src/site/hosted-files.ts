import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Client, Models } from 'appwrite';
import type { Context } from 'hono';
import { isId } from '#backend/http/params.ts';
import { contentDisposition, respondWithBytes } from '#backend/storage/bytes.ts';
import { pictureFolder } from '#backend/storage/files.ts';
import { downloadParameter, filePath } from '#contract/urls.ts';
import { ApiError } from '#http/api-error.ts';
import { fetchPart, isMd5, rangesOf } from '#library/sync/file-parts.ts';
import type { BackendSettings } from '#settings/config.ts';
import type { FindFile } from './pictures/lesson-drawings.ts';
import type { PictureStore } from './pictures/picture-store.ts';
import type { SiteEnv } from './site-env.ts';

/** Maximum size in bytes that can be drawn within the memory limit. */
const MAX_FILE_BYTES = 150_000_000;
/** Milliseconds to download a whole file. */
const DOWNLOAD_TIMEOUT_MS = 60_000;

/**
 * Downloads files of a hosted backend with a visitor's rights when a page is first drawn, and stores them next to the pictures.
 */
export function hostedFiles(
  client: Client,
  store: PictureStore,
  { endpoint, projectId, bucketId }: Pick<BackendSettings, 'endpoint' | 'projectId' | 'bucketId'>,
): FindFile {
  const write = async (fileId: string, path: string): Promise<boolean> => {
    const file = endpoint + filePath(bucketId, fileId);
    const headers = { 'X-Appwrite-Project': projectId };
    // The request of the SDK's Storage, without bundling its class.
    const { sizeOriginal: size, signature }: Models.File = await client.call('get', new URL(file), headers);
    if (size > MAX_FILE_BYTES) return false;
    const signal = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
    const hash = createHash('md5');
    const parts = async function* () {
      for (const range of rangesOf(size)) {
        const bytes = await fetchPart(`${file}/view`, headers, range, signal);
        hash.update(bytes);
        yield bytes;
      }
    };
    await writeFile(path, parts(), { mode: 0o640 });
    return !isMd5(signature) || hash.digest('hex') === signature;
  };

  return async (fileId, client) => {
    if (!isId(fileId)) return undefined;
    const key = `${pictureFolder(fileId)}/lesson.pdf`;
    const path = await store.fetch(key, (to) => write(fileId, to).catch(() => false), client);
    if (path === undefined) throw new ApiError('general_server_busy', { retryAfter: '60' });
    return path;
  };
}

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
