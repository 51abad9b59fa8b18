import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { isIP, isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { expandIPv6 } from 'hono/utils/ipaddr';
import { languages } from '#contract/language.ts';
import { embeddedEndpoint } from '#contract/urls.ts';
import type { TrustProxy } from '#settings/trust-proxy.ts';
import { type RequestFault, visitorTexts } from '#site/messages/visitor-texts.ts';
import type { Headers } from '#site/security-headers.ts';

/** Normalizes an address for comparison: IPv4 without its IPv6 prefix, no zone; undefined if it is not an address. */
function canonical(text: string): string | undefined {
  const address = text.trim().replace(/^::ffff:(?=\d+\.)|%.*$/gi, '');
  return isIP(address) ? address : undefined;
}

/** Counts IPv6 by /48, which one site may own whole (RFC 6177); otherwise each of its 65,536 networks would be a client. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = expandIPv6(address).split(':').slice(0, 3);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/** The parts of a request that identify its client. */
type Asker = Pick<IncomingMessage, 'headers'> & { socket: Pick<Socket, 'remoteAddress'> };

/**
 * Creates the function that returns a request's client address: the connection's, or the one that trusted proxies report. Each
 * proxy appends the address it received from, so entries are read from the end.
 */
export function createClientAddress(trust: TrustProxy): (request: Asker) => string {
  /** Whether the proxy that wrote entry `hops` (0 is the connection itself) is believed. */
  const isBelieved = (address: string, hops: number): boolean => {
    if (typeof trust === 'number') return hops < trust;
    return trust !== 'off' && trust.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
  return ({ socket, headers }) => {
    let address = canonical(socket.remoteAddress ?? '') ?? '';
    let addresses = [headers['x-forwarded-for'] ?? ''].flat().join(',');
    for (let hops = 0; isBelieved(address, hops); hops++) {
      const comma = addresses.lastIndexOf(',');
      const before = canonical(addresses.slice(comma + 1));
      if (before === undefined) break;
      address = before;
      addresses = addresses.slice(0, Math.max(comma, 0));
    }
    return network(address);
  };
}

/** A host as RFC 3986 section 3.2.2 writes one, and a port. */
const host = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d{0,5})?$/i;

/**
 * More than any address of this site has. Parsing a longer one creates thousands of objects, and copies of it stay in memory while it
 * waits. The longest search of a page, 256 characters of four bytes, has 3,072 bytes when escaped; backend queries are longer.
 */
const limits = { path: 1000, parameters: 250, query: 4096 };

/**
 * Returns the fault of a request that is refused before routing: no valid Host or more than one (400, RFC 9112 section 3.2),
 * or its address is too long (414, RFC 9110 section 15.5.15).
 */
export function faultOf(request: IncomingMessage): RequestFault | undefined {
  if (!namesOneHost(request)) return 400;
  return isTooLong(request.url ?? '') ? 414 : undefined;
}

function namesOneHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  if (count === 0) return httpVersion === '1.0';
  return count === 1 && host.test(headers.host ?? '');
}

function isTooLong(url: string): boolean {
  const query = url.indexOf('?');
  let count = 0;
  for (let at = query; at >= 0 && count <= limits.parameters; at = url.indexOf('&', at + 1)) count += 1;
  const path = query < 0 ? url.length : query;
  if (path > limits.path || count > limits.parameters) return true;
  return url.length - path > limits.query && !url.startsWith(`${embeddedEndpoint}/`);
}

/** Explains the fault of a request in both languages and ends its connection. */
export function refuseRequest(response: ServerResponse, fault: RequestFault, headers: Headers): void {
  response.writeHead(fault, { ...headers, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(languages.map((language) => `${visitorTexts[language].requestFaults[fault]}\n`).join(''));
}

/** The same where there is no request yet to answer, only a connection. */
export function refuseBytes(socket: Duplex, status: 400 | 408 | 414 | 431, headers: Headers): void {
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': '0' });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map((line) => line.join(': '))];
  socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}
