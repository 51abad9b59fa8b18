import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Client, Models } from 'appwrite';
import { isId } from '#backend/http/params.ts';
import { editionFolder } from '#backend/storage/files.ts';
import { filePath } from '#contract/urls.ts';
import { ApiError } from '#http/api-error.ts';
import { fetchPart, isMd5, rangesOf } from '#library/sync/file-parts.ts';
import type { BackendSettings } from '#settings/config.ts';
import type { FindFile } from './lesson-drawings.ts';
import type { PictureStore } from './picture-store.ts';

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
    const key = `${editionFolder(fileId)}/lesson.pdf`;
    const path = await store.fetch(key, (to) => write(fileId, to).catch(() => false), client);
    if (path === undefined) throw new ApiError('general_server_busy', { retryAfter: '60' });
    return path;
  };
}
