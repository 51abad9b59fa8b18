import type { IncomingMessage } from 'node:http';

const bytesOfFile =
  /^\/(?:v1\/storage\/buckets\/[^/?]+\/files\/[^/?]+\/(?:view|download)|lesson\/[^/?]+\.pdf)(?:\?|$)/;
/** With these a part of the file may be asked, or nothing when it is known (RFC 9110 sections 13 and 14). */
export const conditions = [
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
] as const;

/** Whether the whole of a file is asked, whatever the visitor has of it. */
export function isFileQuestion(url: string, headers: IncomingMessage['headers']): boolean {
  return bytesOfFile.test(url) && conditions.every((name) => headers[name] === undefined);
}
