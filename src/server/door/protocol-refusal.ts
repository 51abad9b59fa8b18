import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

type Headers = Readonly<Record<string, string>>;

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
