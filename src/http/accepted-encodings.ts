/** How an answer may be packed, the best first. */
const encodings = ['br', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

const refused = /;\s*q=0(?:\.0*)?\s*$/i;
/** No browser says more; an answer that is not packed is right for everybody, and takes no reading. */
const longest = 200;
// Visitors' browsers say one of a few things; whoever invents more is read anew each time.
const read = new Map<string, readonly Encoding[]>();

/** The encodings that an `Accept-Encoding` accepts, the best first (RFC 9110 section 12.5.3). */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  if (header.length > longest) return [];
  const known = read.get(header);
  if (known) return known;
  const parts = header.split(',').filter((part) => !refused.test(part));
  const named = parts.map((part) => part.replace(/;.*/, '').trim().toLowerCase());
  const accepted = encodings.filter((each) => named.includes(each));
  if (read.size < 100) read.set(header, accepted);
  return accepted;
}
