import { type Context, Hono } from 'hono';
import { visitOf } from '../caller.ts';
import type { BackendEnv } from '../context.ts';
import { ApiError } from '../errors.ts';
import { readableFileOf } from './file-access.ts';
import { answerBytes } from './file-bytes.ts';
import { bytesHeaders, cacheControl } from './file-headers.ts';
import { filePlace } from './file-layout.ts';
import { previewName, readPreviewRequest } from './preview-request.ts';
import type { Storage } from './storage.ts';

/** What is seen of a file: its bytes, and a picture of a PDF's first page or of an image (docs/rules.md#bytes-of-a-file). */
export function fileViewRoutes(storage: Storage): Hono<BackendEnv> {
  const bytes = (type: 'inline' | 'attachment') => (context: Context<BackendEnv>) => {
    const { bucket, file } = readableFileOf(storage, context);
    const about = {
      path: filePlace(storage.folders, bucket.id, file.id).path,
      size: file.size,
      etag: `"${file.sha256}"`,
      lastModified: new Date(file.created),
      headers: bytesHeaders(bucket, file, type),
    };
    return answerBytes(context, about, storage.bodyOf);
  };

  const preview = async (context: Context<BackendEnv>) => {
    const { bucket, file } = readableFileOf(storage, context);
    if (!bucket.transformations && context.get('caller').kind !== 'key') {
      throw new ApiError('storage_bucket_transformations_disabled');
    }
    const request = readPreviewRequest(context);
    const { path, size, modified, kept } = await storage.previews.find(file, request, visitOf(context));
    const about = {
      path,
      size,
      etag: `"${file.sha256.slice(0, 32)}-${previewName(request)}-${modified.getTime()}"`,
      lastModified: modified,
      headers: {
        'Content-Type': `image/${request.format}`,
        'Cache-Control': cacheControl(bucket, file),
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Robots-Tag': 'all',
        'X-Appwrite-Cache': kept ? 'hit' : 'miss',
      },
    };
    return answerBytes(context, about, storage.bodyOf);
  };

  return new Hono<BackendEnv>()
    .get('/:fileId/view', bytes('inline'))
    .get('/:fileId/download', bytes('attachment'))
    .get('/:fileId/preview', preview);
}
