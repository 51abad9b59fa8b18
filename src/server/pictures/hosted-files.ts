import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type Client, Storage } from 'appwrite';
import { ApiError } from '#backend/errors.ts';
import { fetchPart, rangesOf } from '#publisher/catalogue/file-parts.ts';
import { isMd5 } from '#publisher/catalogue/is-md5.ts';
import type { BackendSettings } from '#settings/config.ts';
import { editionFolder } from './edition-folder.ts';
import type { LessonFiles } from './lesson-drawings.ts';
import type { PictureStore } from './picture-store.ts';

/** A larger file could not be drawn within the memory. */
const largest = 150_000_000;
/** Milliseconds for all of a file. */
const patience = 60_000;

/** The files of a hosted backend, fetched as any visitor may when a page of theirs is first wanted, and kept beside its pictures. */
export function hostedFiles(
  client: Client,
  store: PictureStore,
  { endpoint, projectId, bucketId }: Pick<BackendSettings, 'endpoint' | 'projectId' | 'bucketId'>,
): LessonFiles {
  const storage = new Storage(client);

  const write = async (fileId: string, path: string): Promise<boolean> => {
    const { sizeOriginal: size, signature } = await storage.getFile({ bucketId, fileId });
    if (size > largest) return false;
    const place = `buckets/${encodeURIComponent(bucketId)}/files/${encodeURIComponent(fileId)}`;
    const signal = AbortSignal.timeout(patience);
    const hash = createHash('md5');
    const file = await open(path, 'w', 0o640);
    try {
      for (const range of rangesOf(size)) {
        const headers = { 'x-appwrite-project': projectId };
        const bytes = await fetchPart(`${endpoint}/storage/${place}/view`, headers, range, signal);
        hash.update(bytes);
        await file.writeFile(bytes);
      }
    } finally {
      await file.close();
    }
    return !isMd5(signature) || hash.digest('hex') === signature;
  };

  return {
    async path(fileId, visit) {
      const place = { folder: editionFolder(fileId), name: 'lesson.pdf' };
      const path = await store.fetch(place, (to) => write(fileId, to).catch(() => false), visit);
      if (path === undefined) throw new ApiError('general_server_busy', { retryAfter: '60' });
      return path;
    },
  };
}
