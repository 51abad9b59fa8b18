import { parseAccept } from 'hono/utils/accept';
import { LRUCache } from 'lru-cache';

/** Encodings of a response, best first. */
const encodings = ['br', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

/** Maximum length of a header that is parsed: no browser sends more, and every client can read an uncompressed response. */
const MAX_HEADER_LENGTH = 200;
/** Cached, because browsers send one of a few headers. */
const parsedHeaders = new LRUCache<string, readonly Encoding[]>({ max: 100, memoMethod: parseHeader });

/** Returns which of `br` and `gzip` an `Accept-Encoding` header names with a weight above 0, `br` first. Ignores the wildcard `*`. */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  return header.length > MAX_HEADER_LENGTH ? [] : parsedHeaders.memo(header);
}

function parseHeader(header: string): readonly Encoding[] {
  const accepted = parseAccept(header).filter(({ q }) => q > 0);
  const names = accepted.map(({ type }) => type.toLowerCase());
  return encodings.filter((encoding) => names.includes(encoding));
}
