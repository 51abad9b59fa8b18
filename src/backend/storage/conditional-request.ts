/** What identifies the bytes of a file: its quoted strong ETag and its `Last-Modified` date. */
export interface Validators {
  etag: string;
  lastModified: Date;
}

type HeaderReader = (name: string) => string | undefined;

const entityTag = /(W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

function tagsOf(header: string): string[] {
  return header.match(entityTag) ?? [];
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/**
 * Whether a GET or HEAD of these bytes is answered in full, with 304 or with 412: the order of RFC 9110 §13.2.2.
 * An unreadable date is ignored, as the RFC asks.
 */
export function evaluateConditions(
  header: HeaderReader,
  { etag, lastModified }: Validators,
): 'proceed' | 'not-modified' | 'precondition-failed' {
  const ifMatch = header('if-match');
  const ifUnmodifiedSince = Date.parse(header('if-unmodified-since') ?? '');
  if (ifMatch !== undefined) {
    if (ifMatch.trim() !== '*' && !tagsOf(ifMatch).includes(etag)) return 'precondition-failed';
  } else if (seconds(lastModified) > ifUnmodifiedSince / 1000) return 'precondition-failed';

  const ifNoneMatch = header('if-none-match');
  const ifModifiedSince = Date.parse(header('if-modified-since') ?? '');
  if (ifNoneMatch !== undefined) {
    // A CDN that compresses weakens the tag: the comparison here is the weak one.
    const known = tagsOf(ifNoneMatch).map((tag) => tag.replace(/^W\//, ''));
    if (ifNoneMatch.trim() === '*' || known.includes(etag)) return 'not-modified';
  } else if (seconds(lastModified) <= ifModifiedSince / 1000) return 'not-modified';
  return 'proceed';
}

/** Whether a `Range` may be honoured: `If-Range` is absent or names exactly these bytes (RFC 9110 §13.1.5). */
export function rangeStillApplies(ifRange: string | undefined, { etag, lastModified }: Validators): boolean {
  if (ifRange === undefined) return true;
  const value = ifRange.trim();
  return value.endsWith('"') ? value === etag : value === lastModified.toUTCString();
}
