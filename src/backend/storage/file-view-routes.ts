import { lstatSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { visitOf } from '../caller.ts';
import type { BackendEnv } from '../context.ts';
import { ApiError } from '../errors.ts';
import { readableFileOf } from './file-access.ts';
import { answerBytes } from './file-bytes.ts';
import { bytesHeaders, cacheControl } from './file-headers.ts';
import { filePlace } from './file-layout.ts';
import { readPreviewRequest } from './preview.ts';
import type { Storage } from './storage.ts';

/** What is seen of a file: its bytes, and a picture of a PDF's first page or of an image (docs/rules.md#bytes-of-a-file). */
export function fileViewRoutes(storage: Storage): Hono<BackendEnv> {
  const bytes = (type: 'inline' | 'attachment') => (context: Context<BackendEnv>) => {
    const { bucket, file } = readableFileOf(storage, context);
    const { path } = filePlace(storage.folders, bucket.id, file.id);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size !== file.size) throw new ApiError('storage_file_not_found');
    const etag = `"${file.sha256}"`;
    return answerBytes(context, {
      size: file.size,
      etag,
      lastModified: new Date(file.created),
      headers: bytesHeaders(bucket, file, type),
      part: (first, last) => storage.bodyOf({ path, etag, stat, first, last }),
    });
  };

  const preview = async (context: Context<BackendEnv>) => {
    const { bucket, file } = readableFileOf(storage, context);
    const isAllowed = bucket.transformations || context.get('caller').kind === 'key';
    if (!isAllowed || !storage.findPreview) throw new ApiError('storage_bucket_transformations_disabled');
    const request = readPreviewRequest(context);
    const { path } = filePlace(storage.folders, bucket.id, file.id);
    const { bytes, tag, kept } = await storage.findPreview(file, path, request, visitOf(context));
    return answerBytes(context, {
      size: bytes.length,
      etag: `"${tag}"`,
      lastModified: new Date(file.created),
      part: (first, last) => bytes.subarray(first, last + 1) as Buffer<ArrayBuffer>,
      headers: {
        'Content-Type': `image/${request.format}`,
        'Cache-Control': cacheControl(bucket, file),
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Robots-Tag': 'all',
        'X-Appwrite-Cache': kept ? 'hit' : 'miss',
      },
    });
  };

  return new Hono<BackendEnv>()
    .get('/:fileId/view', bytes('inline'))
    .get('/:fileId/download', bytes('attachment'))
    .get('/:fileId/preview', preview);
}
