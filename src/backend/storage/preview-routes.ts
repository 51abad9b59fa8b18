import { Hono } from 'hono';
import { visitOf } from '../admission.ts';
import type { BackendEnv } from '../context.ts';
import { ApiError } from '../errors.ts';
import { readableFileOf } from './file-access.ts';
import { answerBytes } from './file-bytes.ts';
import { cacheControl } from './file-headers.ts';
import { previewName, readPreviewRequest } from './preview-request.ts';
import type { Storage } from './storage.ts';

/** `…/{fileId}/preview`: a picture of a PDF's first page, or of an image (docs/rules.md#bytes-of-a-file). */
export function previewRoutes(storage: Storage): Hono<BackendEnv> {
  return new Hono<BackendEnv>().get('/:fileId/preview', async (context) => {
    const { bucket, file } = readableFileOf(storage, context);
    if (!bucket.transformations && context.get('caller').kind !== 'key') {
      throw new ApiError('storage_bucket_transformations_disabled');
    }
    const request = readPreviewRequest(context);
    const { path, size, modified, kept } = await storage.previews.find(file, request, visitOf(context));
    return answerBytes(context, {
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
    });
  });
}
