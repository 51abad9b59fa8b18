import type { IncomingMessage } from 'node:http';

/** A host as RFC 3986 section 3.2.2 writes one, and a port. */
const host = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d{0,5})?$/i;

/** Whether a request names one host, and a possible one: all others are 400 (RFC 9112 section 3.2). */
export function namesOneHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  if (count === 0) return httpVersion === '1.0';
  return count === 1 && host.test(headers.host ?? '');
}
