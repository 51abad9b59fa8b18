import { lstatSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { visitOf } from '../caller.ts';
import type { BackendEnv } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { Bucket } from './bucket-table.ts';
import { contentDisposition } from './content-disposition.ts';
import { readableFileOf } from './file-access.ts';
import { answerBytes } from './file-bytes.ts';
import { filePlace } from './file-layout.ts';
import { readPreviewRequest } from './preview.ts';
import type { Storage } from './storage.ts';
import { readersOf, type StoredFile } from './stored-file.ts';

/** What a browser may show by itself without running anything as a page of ours; the rest is shown as text. */
const shownInline = /^(application\/pdf|image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/(?!mp2t)[\w.+-]+)$/;

/**
 * Headers of all that is seen of a file, and how long it may be kept. The bytes under an id never change (a new content
 * needs a new file), but its name may, and it may be deleted: so an hour, then a 304 by ETag that costs no bytes and brings
 * the new name. `immutable` would hide both. What not everyone may read stays out of shared caches.
 */
function viewHeaders(bucket: Bucket, file: StoredFile) {
  const isPublic = readersOf(bucket, file).includes('any');
  return {
    'Cache-Control': isPublic ? 'public, max-age=3600, must-revalidate' : 'private, no-cache',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // Lessons are to be found by search engines, unlike the rest of the API.
    'X-Robots-Tag': 'all',
  };
}

/**
 * The headers of a file's bytes beside those of ranges and validators. The policy has no `sandbox` and no
 * `default-src`: Safari and older Chrome then show an empty page instead of a PDF.
 */
function bytesHeaders(bucket: Bucket, file: StoredFile, type: 'inline' | 'attachment') {
  const shown = type === 'attachment' || shownInline.test(file.mimeType);
  const isPdf = file.mimeType === 'application/pdf';
  return {
    'Content-Type': shown ? file.mimeType : 'text/plain; charset=utf-8',
    'Content-Disposition': contentDisposition(type, file.name),
    'Content-Security-Policy': isPdf
      ? "frame-ancestors 'none'"
      : "default-src 'none'; frame-ancestors 'none'",
    ...viewHeaders(bucket, file),
  };
}

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
        ...viewHeaders(bucket, file),
        'X-Appwrite-Cache': kept ? 'hit' : 'miss',
      },
    });
  };

  return new Hono<BackendEnv>()
    .get('/:fileId/view', bytes('inline'))
    .get('/:fileId/download', bytes('attachment'))
    .get('/:fileId/preview', preview);
}
