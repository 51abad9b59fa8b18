import { type Bucket, readersOf } from './bucket.ts';
import { contentDisposition } from './content-disposition.ts';
import type { StoredFile } from './stored-file.ts';

/** What a browser may show by itself without running anything as a page of ours; the rest is shown as text. */
const shownInline = /^(application\/pdf|image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/(?!mp2t)[\w.+-]+)$/;

/**
 * How long answers about a file may be kept. The bytes under an id never change (a new content needs a new file), but
 * its name may, and it may be deleted: so an hour, then a 304 by ETag that costs no bytes and brings the new name.
 * `immutable` would hide both. What not everyone may read stays out of shared caches.
 */
export function cacheControl(bucket: Bucket, file: StoredFile): string {
  return readersOf(bucket, file).includes('any')
    ? 'public, max-age=3600, must-revalidate'
    : 'private, no-cache';
}

/**
 * The headers of a file's bytes beside those of ranges and validators. The policy has no `sandbox` and no
 * `default-src`: Safari and older Chrome then show an empty page instead of a PDF.
 */
export function bytesHeaders(
  bucket: Bucket,
  file: StoredFile,
  type: 'inline' | 'attachment',
): Record<string, string> {
  const shown = type === 'attachment' || shownInline.test(file.mimeType);
  const isPdf = file.mimeType === 'application/pdf';
  return {
    'Content-Type': shown ? file.mimeType : 'text/plain; charset=utf-8',
    'Content-Disposition': contentDisposition(type, file.name),
    'Content-Security-Policy': isPdf
      ? "frame-ancestors 'none'"
      : "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': cacheControl(bucket, file),
    // Lessons are to be found by search engines, unlike the rest of the API.
    'X-Robots-Tag': 'all',
  };
}
