import { lstatSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { visitOf } from '../caller.ts';
import type { BackendEnv } from '../context.ts';
import { ApiError } from '../errors.ts';
import { answerBytes } from './answer-bytes.ts';
import { contentDisposition } from './content-disposition.ts';
import { fileOf } from './file-access.ts';
import { filePlace } from './file-layout.ts';
import { readPreviewRequest } from './preview.ts';
import type { Storage } from './storage.ts';
import { isComplete, readersOf } from './storage-tables.ts';

/** What a browser may show by itself without running anything as a page of ours; the rest is shown as text. */
const shownInline = /^(application\/pdf|image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/(?!mp2t)[\w.+-]+)$/;

/** What is seen of a file: its bytes, and a picture of a PDF's first page or of an image (docs/rules.md#bytes-of-a-file). */
export function fileViewRoutes(storage: Storage): Hono<BackendEnv> {
  /** The file a request may see, where it lies, and what every answer says of it. An upload that is not finished has no bytes yet. */
  const seenFile = (context: Context<BackendEnv>) => {
    const { bucket, file } = fileOf(storage, context, 'read');
    if (!isComplete(file)) throw new ApiError('storage_file_not_found');
    const { path } = filePlace(storage.folders, bucket.$id, file.$id);
    const isPublic = readersOf(bucket, file).includes('any');
    const headers = {
      // The bytes under an id never change (a new content needs a new file), but its name may, and it may be deleted: so an hour,
      // then a 304 by ETag that costs no bytes and brings the new name. `immutable` would hide both. What not everyone may read
      // stays out of shared caches.
      'Cache-Control': isPublic ? 'public, max-age=3600, must-revalidate' : 'private, no-cache',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      // Lessons are to be found by search engines, unlike the rest of the API.
      'X-Robots-Tag': 'all',
    };
    return { bucket, file, path, lastModified: new Date(file.$createdAt), headers };
  };

  const bytes = (type: 'inline' | 'attachment') => (context: Context<BackendEnv>) => {
    const { file, path, lastModified, headers } = seenFile(context);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size !== file.sizeOriginal) throw new ApiError('storage_file_not_found');
    const etag = `"${file.sha256}"`;
    const shown = type === 'attachment' || shownInline.test(file.mimeType);
    const isPdf = file.mimeType === 'application/pdf';
    return answerBytes(context, {
      size: file.sizeOriginal,
      etag,
      lastModified,
      part: (first, last) => storage.bodyOf({ path, etag, stat, first, last }),
      headers: {
        'Content-Type': shown ? file.mimeType : 'text/plain; charset=utf-8',
        'Content-Disposition': contentDisposition(type, file.name),
        // No `sandbox`, and for a PDF no `default-src`: Safari and older Chrome then show an empty page instead of it.
        'Content-Security-Policy': `${isPdf ? '' : "default-src 'none'; "}frame-ancestors 'none'`,
        ...headers,
      },
    });
  };

  const preview = async (context: Context<BackendEnv>) => {
    const { bucket, file, path, lastModified, headers } = seenFile(context);
    const isAllowed = bucket.transformations || context.get('caller').kind === 'key';
    if (!isAllowed || !storage.findPreview) throw new ApiError('storage_bucket_transformations_disabled');
    const request = readPreviewRequest(context);
    const { bytes, tag, kept } = await storage.findPreview(file, path, request, visitOf(context));
    return answerBytes(context, {
      size: bytes.length,
      etag: `"${tag}"`,
      lastModified,
      part: (first, last) => bytes.subarray(first, last + 1) as Buffer<ArrayBuffer>,
      headers: {
        'Content-Type': `image/${request.format}`,
        ...headers,
        'X-Appwrite-Cache': kept ? 'hit' : 'miss',
      },
    });
  };

  return new Hono<BackendEnv>()
    .get('/:fileId/view', bytes('inline'))
    .get('/:fileId/download', bytes('attachment'))
    .get('/:fileId/preview', preview);
}
