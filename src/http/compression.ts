import { LRUCache } from 'lru-cache';

/** Encodings of a response, the best first. */
const encodings = ['br', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

const refusal = /;\s*q=0(?:\.0*)?\s*$/i;
/** Characters of the longest header that is read: no browser sends more, and an uncompressed response is right for everyone. */
const MAX_LENGTH = 200;
/** Browsers send one of a few headers. */
const parsed = new LRUCache<string, readonly Encoding[]>({ max: 100, memoMethod: parse });

/** The encodings that an `Accept-Encoding` accepts, the best first (RFC 9110 section 12.5.3). */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  return header.length > MAX_LENGTH ? [] : parsed.memo(header);
}

function parse(header: string): readonly Encoding[] {
  const parts = header.split(',').filter((part) => !refusal.test(part));
  const names = parts.map((part) => part.replace(/;.*/, '').trim().toLowerCase());
  return encodings.filter((each) => names.includes(each));
}
