/** What identifies the bytes of a file: its quoted strong ETag and its `Last-Modified` date. */
export interface Validators {
  etag: string;
  lastModified: Date;
}

type HeaderReader = (name: string) => string | undefined;

const entityTag = /(W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

const dateOf = (header = ''): number => Date.parse(header);

/** Whether a header names a tag; `*` names every one. */
function names(header: string, tag: string): boolean {
  return header.trim() === '*' || header.match(entityTag)?.includes(tag) === true;
}

/**
 * Whether a GET or HEAD of these bytes is answered in full, with 304 or with 412: the order of RFC 9110 §13.2.2.
 * An unreadable date is ignored, as the RFC asks.
 */
export function evaluateConditions(header: HeaderReader, { etag, lastModified }: Validators) {
  // HTTP's dates have no milliseconds.
  const changed = Date.parse(lastModified.toUTCString());
  const ifMatch = header('if-match');
  const isOther =
    ifMatch === undefined ? changed > dateOf(header('if-unmodified-since')) : !names(ifMatch, etag);
  if (isOther) return 'precondition-failed';

  const ifNoneMatch = header('if-none-match');
  if (ifNoneMatch === undefined)
    return changed <= dateOf(header('if-modified-since')) ? 'not-modified' : 'proceed';
  // A CDN that compresses weakens the tag: the comparison here is the weak one.
  return [etag, `W/${etag}`].some((tag) => names(ifNoneMatch, tag)) ? 'not-modified' : 'proceed';
}

/** Whether a `Range` may be honoured: `If-Range` is absent or names exactly these bytes (RFC 9110 §13.1.5). */
export function rangeStillApplies(ifRange: string | undefined, { etag, lastModified }: Validators): boolean {
  if (ifRange === undefined) return true;
  const value = ifRange.trim();
  return value.endsWith('"') ? value === etag : value === lastModified.toUTCString();
}
