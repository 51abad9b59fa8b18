import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Models } from 'appwrite';
import type { Context } from 'hono';
import { errorResponse } from '#backend/app.ts';
import { isId } from '#backend/http/params.ts';
import { contentDisposition, fileBody, respondWithBytes } from '#backend/storage/bytes.ts';
import { pictureFolderName } from '#backend/storage/files.ts';
import { downloadParameter, filePath } from '#contract/urls.ts';
import { ApiError } from '#http/api-error.ts';
import { fetchPart, isMd5, splitIntoRanges } from '#library/sync/file-parts.ts';
import type { BackendSettings } from '#settings/config.ts';
import type { LessonFile } from './find-lesson.ts';
import type { FindFile } from './pictures/lesson-drawings.ts';
import type { PictureStore } from './pictures/picture-store.ts';
import type { SiteEnv } from './site-env.ts';

/** Maximum size in bytes of a file that can be drawn within the memory limit. */
const MAX_FILE_BYTES = 150_000_000;
/** Timeout for downloading a whole file, in milliseconds. */
const DOWNLOAD_TIMEOUT_MS = 60_000;
const MAX_ATTEMPTS = 3;

/**
 * Creates a function that returns the path of a hosted backend's file. It downloads the file once, with a visitor's rights, next to its
 * pictures. Undefined for an invalid id; rejects with 503 if the download fails or the file is too large.
 */
export function createHostedFileFinder(
  store: PictureStore,
  { endpoint, projectId, bucketId }: Pick<BackendSettings, 'endpoint' | 'projectId' | 'bucketId'>,
): FindFile {
  const download = async (fileId: string, path: string): Promise<boolean> => {
    const fileUrl = endpoint + filePath(bucketId, fileId);
    const headers = { 'X-Appwrite-Project': projectId };
    const signal = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
    const metadata = await fetchPart(fileUrl, headers, null, signal);
    const { sizeOriginal: size, signature }: Models.File = JSON.parse(new TextDecoder().decode(metadata));
    if (size > MAX_FILE_BYTES) return false;
    const hash = createHash('md5');
    const parts = async function* () {
      for (const range of splitIntoRanges(size)) {
        const bytes = await fetchWithRetries(() => fetchPart(`${fileUrl}/view`, headers, range, signal));
        hash.update(bytes);
        yield bytes;
      }
    };
    await writeFile(path, parts(), { mode: 0o640 });
    return !isMd5(signature) || hash.digest('hex') === signature;
  };

  return async (fileId, client) => {
    if (!isId(fileId)) return undefined;
    const key = `${pictureFolderName(fileId)}/lesson.pdf`;
    const path = await store.fetch(
      key,
      (targetPath) => download(fileId, targetPath).catch(() => false),
      client,
    );
    if (path === undefined) throw new ApiError('general_server_busy', { retryAfter: '60' });
    return path;
  };
}

/** Fetches a part up to `MAX_ATTEMPTS` times if it stalls, is cut off or gets no response. Throws immediately for an error response. */
async function fetchWithRetries(fetchBytes: () => Promise<Uint8Array>): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++)
    try {
      return await fetchBytes();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(error instanceof TypeError)) throw error;
    }
}

/**
 * Responds with the copy of a large file, the requested range, or why it is refused (412, 416). The copy serves any number of visitors.
 * Undefined if the file cannot be copied now.
 */
export async function sendLargeFile(
  context: Context<SiteEnv>,
  { fileId, fileName }: LessonFile,
  findFile: FindFile,
): Promise<Response | undefined> {
  const path = await findFile(fileId, context.env?.client).catch(() => undefined);
  const stat = path && statSync(path, { throwIfNoEntry: false });
  if (!stat) return undefined;
  const type = context.req.query(downloadParameter) === undefined ? 'inline' : 'attachment';
  try {
    return respondWithBytes(context, {
      size: stat.size,
      etag: `"${fileId}"`,
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': contentDisposition(type, fileName),
        'Content-Security-Policy': "frame-ancestors 'none'",
        'Cache-Control': 'public, no-cache',
        'X-Robots-Tag': 'all',
      },
      part: (first, last) => fileBody({ path, stat, first, last }),
    });
  } catch (error) {
    return errorResponse(error as Error, context);
  }
}
