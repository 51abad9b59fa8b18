import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Client, Models } from 'appwrite';
import type { Context } from 'hono';
import { errorResponse } from '#backend/app.ts';
import { isId } from '#backend/http/params.ts';
import { contentDisposition, respondWithBytes } from '#backend/storage/bytes.ts';
import { pictureFolder } from '#backend/storage/files.ts';
import { downloadParameter, filePath } from '#contract/urls.ts';
import { ApiError } from '#http/api-error.ts';
import { fetchPart, isMd5, splitIntoRanges } from '#library/sync/file-parts.ts';
import type { BackendSettings } from '#settings/config.ts';
import type { FindFile } from './pictures/lesson-drawings.ts';
import type { PictureStore } from './pictures/picture-store.ts';
import type { SiteEnv } from './site-env.ts';

/** Maximum size in bytes of a file that can be drawn within the memory limit. */
const MAX_FILE_BYTES = 150_000_000;
/** Timeout for downloading a whole file, in milliseconds. */
const DOWNLOAD_TIMEOUT_MS = 60_000;

/**
 * Creates a function that returns the path of a hosted backend's file. It downloads the file once, with a visitor's rights, next to its
 * pictures. Undefined for an invalid id; rejects with 503 if the download fails or the file is too large.
 */
export function createHostedFileFinder(
  client: Client,
  store: PictureStore,
  { endpoint, projectId, bucketId }: Pick<BackendSettings, 'endpoint' | 'projectId' | 'bucketId'>,
): FindFile {
  const download = async (fileId: string, path: string): Promise<boolean> => {
    const fileUrl = endpoint + filePath(bucketId, fileId);
    const headers = { 'X-Appwrite-Project': projectId };
    // Sends the same request as the SDK's `Storage.getFile`, so that the class `Storage` is not bundled.
    const { sizeOriginal: size, signature }: Models.File = await client.call(
      'get',
      new URL(fileUrl),
      headers,
    );
    if (size > MAX_FILE_BYTES) return false;
    const signal = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
    const hash = createHash('md5');
    const parts = async function* () {
      for (const range of splitIntoRanges(size)) {
        const bytes = await fetchPart(`${fileUrl}/view`, headers, range, signal);
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
    const path = await store.fetch(
      key,
      (targetPath) => download(fileId, targetPath).catch(() => false),
      client,
    );
    if (path === undefined) throw new ApiError('general_server_busy', { retryAfter: '60' });
    return path;
  };
}

/** A file on a hosted backend that the site streams itself, unless it already streams too many. */
export interface LargeFile {
  fileId: string;
  fileName: string;
  /** Size in bytes. */
  size: number;
  url: string;
  projectId: string;
}

/** Maximum size in bytes of a response that Appwrite sends reliably; larger ones sometimes stall. */
export const MAX_RELIABLE_BYTES = 12_000_000;

/** Maximum size in bytes of the parts in which a large file is fetched; about three parts per visitor are in memory. */
const PART_BYTES = 1_000_000;
/** Maximum number of large files streamed at a time; other visitors are redirected to the backend. */
const MAX_STREAMS = 32;
const MAX_ATTEMPTS = 3;

let streamCount = 0;

/** Responds with a large file, the requested range, or why it is refused (412, 416); undefined if too many files are being streamed. */
export function sendLargeFile(
  context: Context<SiteEnv>,
  file: LargeFile,
): ReturnType<typeof errorResponse> | undefined {
  if (streamCount >= MAX_STREAMS) return undefined;
  const { fileId, fileName, size } = file;
  const type = context.req.query(downloadParameter) === undefined ? 'inline' : 'attachment';
  try {
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
  } catch (error) {
    return errorResponse(error as Error, context);
  }
}

/**
 * Yields the bytes from `first` to `last` inclusive. Fetches a part up to `MAX_ATTEMPTS` times if it stalls, is cut off or gets no
 * response. Throws if that does not help, and at once for an error response.
 */
async function* readParts(
  { url, projectId }: LargeFile,
  first: number,
  last: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  streamCount++;
  try {
    // Appwrite refuses a range of a single byte.
    const from = first === last ? Math.max(0, first - 1) : first;
    const length = Math.max(2, last - from + 1);
    for (const range of splitIntoRanges(length, PART_BYTES, from)) {
      const bytes = await fetchWithRetries(() =>
        fetchPart(url, { 'x-appwrite-project': projectId }, range, signal),
      );
      const start = range?.[0] ?? 0;
      yield bytes.subarray(Math.max(0, first - start), last + 1 - start);
    }
  } finally {
    streamCount--;
  }
}

async function fetchWithRetries(fetchBytes: () => Promise<Uint8Array>): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++)
    try {
      return await fetchBytes();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(error instanceof TypeError)) throw error;
    }
}
