import { editionFolder } from '#backend/storage/file-layout.ts';
import type { FindPreview } from '#backend/storage/preview.ts';
import type { StoredFile } from '#backend/storage/storage-tables.ts';
import { ApiError } from '#http/api-error.ts';
import type { PictureStore } from './picture-store.ts';

/** A larger PDF would take several times its size in memory to be drawn. */
const largestDrawn = 100 * 1024 * 1024;

function kindOf({ mimeType, sizeOriginal }: StoredFile) {
  if (mimeType === 'application/pdf') return sizeOriginal <= largestDrawn ? 'preview' : undefined;
  return mimeType.startsWith('image/') ? 'image' : undefined;
}

/** What the embedded backend shows of files: drawn and kept as pages of lessons are, or a plain cover of what cannot be drawn. */
export function findPreviewIn(store: Pick<PictureStore, 'draw' | 'size'>): FindPreview {
  return async (file, path, request, client) => {
    const { $id, bucketId, sha256 } = file;
    const { width, height, quality, gravity, format } = request;
    const form = `${width}x${height}-${gravity}-${quality}.${format}`;
    const tag = `${sha256.slice(0, 32)}-${form}`;
    const key = `${editionFolder($id)}/preview-${tag}`;
    const kept = (await store.size(key)) !== undefined;
    const kind = kindOf(file);
    const made = kind && (await store.draw(key, { kind, path, request }, client));
    if (made && 'bytes' in made) return { bytes: made.bytes, tag, kept };
    if (made) console.warn(`No picture can be made of the file ${bucketId}/${$id}: ${made.fault}`);

    // The same for every file that has no picture.
    const cover = await store.draw(`covers/preview-${form}`, { kind: 'image', request }, client);
    if ('bytes' in cover) return { bytes: cover.bytes, tag: `cover-${form}`, kept: false };
    throw new ApiError('general_server_busy', { retryAfter: '30' });
  };
}
