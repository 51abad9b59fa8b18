import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Headers } from '../security-headers.ts';

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

/** Answers a request that is none by the rules of HTTP, and ends its connection. */
export function refuseRequest(response: ServerResponse, headers: Headers): void {
  response.writeHead(400, { ...headers, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end('Bad Request: exactly one valid Host header is needed.\n');
}

/** The same where there is no request yet to answer, only a connection. */
export function refuseBytes(socket: Duplex, status: 400 | 408 | 431, headers: Headers): void {
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': '0' });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map((line) => line.join(': '))];
  socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}
