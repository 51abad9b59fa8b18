import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { isIP, isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { expandIPv6 } from 'hono/utils/ipaddr';
import { languages } from '#contract/language.ts';
import { embeddedEndpoint } from '#contract/urls.ts';
import type { TrustProxy } from '#settings/trust-proxy.ts';
import { type RequestFault, visitorTexts } from '#site/messages/visitor-texts.ts';
import type { Headers } from '#site/security-headers.ts';

/** Removes the IPv6 prefix of an IPv4 address, and the zone, so that addresses can be compared; undefined if it is not an IP address. */
function normalizeAddress(text: string): string | undefined {
  const address = text.trim().replace(/^::ffff:(?=\d+\.)|%.*$/gi, '');
  return isIP(address) ? address : undefined;
}

/** Returns the /48 network of an IPv6 address, because one site can have all its subnets (RFC 6177). Returns IPv4 unchanged. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = expandIPv6(address).split(':').slice(0, 3);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/** The parts of a request that identify its client. */
type ClientSource = Pick<IncomingMessage, 'headers'> & { socket: Pick<Socket, 'remoteAddress'> };

/**
 * Creates the function that returns a request's client address (IPv6: its /48): the connection's, or the one that trusted proxies
 * report. Each proxy appends the address from which it received the request, so entries are read from the end.
 */
export function createClientAddress(trust: TrustProxy): (request: ClientSource) => string {
  /** Whether the host at `address` is a trusted proxy; `hops` is the number of proxies between that host and this server. */
  const isTrusted = (address: string, hops: number): boolean => {
    if (typeof trust === 'number') return hops < trust;
    return trust !== 'off' && trust.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
  return ({ socket, headers }) => {
    let address = normalizeAddress(socket.remoteAddress ?? '') ?? '';
    let addresses = [headers['x-forwarded-for'] ?? ''].flat().join(',');
    for (let hops = 0; isTrusted(address, hops); hops++) {
      const comma = addresses.lastIndexOf(',');
      const previousHop = normalizeAddress(addresses.slice(comma + 1));
      if (previousHop === undefined) break;
      address = previousHop;
      addresses = addresses.slice(0, Math.max(comma, 0));
    }
    return networkOf(address);
  };
}

/** A host as in RFC 3986 section 3.2.2, but not empty, with an optional port. */
const hostPattern = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d{0,5})?$/i;

/**
 * Maximum lengths, and maximum number of parameters, above those of any page: the longest search has 3,072 bytes when escaped.
 * Parsing longer addresses would create thousands of objects. Backend queries can be longer.
 */
const limits = { path: 1000, parameters: 250, query: 4096 };

/**
 * Returns the status for refusing a request before routing; undefined for a valid request. It is 400 without exactly one valid Host,
 * which HTTP/1.0 may omit (RFC 9112 section 3.2), and 414 for an address above `limits` (RFC 9110 section 15.5.15).
 */
export function faultOf(request: IncomingMessage): RequestFault | undefined {
  if (!hasOneHost(request)) return 400;
  return isTooLong(request.url ?? '') ? 414 : undefined;
}

function hasOneHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  if (count === 0) return httpVersion === '1.0';
  return count === 1 && hostPattern.test(headers.host ?? '');
}

function isTooLong(url: string): boolean {
  const queryStart = url.indexOf('?');
  let count = 0;
  for (let index = queryStart; index >= 0 && count <= limits.parameters; index = url.indexOf('&', index + 1))
    count += 1;
  const pathLength = queryStart < 0 ? url.length : queryStart;
  if (pathLength > limits.path || count > limits.parameters) return true;
  return url.length - pathLength > limits.query && !url.startsWith(`${embeddedEndpoint}/`);
}

/** Refuses a request with an explanation in both languages, and closes its connection. */
export function refuseRequest(response: ServerResponse, fault: RequestFault, headers: Headers): void {
  response.writeHead(fault, { ...headers, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(languages.map((language) => `${visitorTexts[language].requestFaults[fault]}\n`).join(''));
}

/** Responds without a body and closes the connection, after a parse error or an invalid upgrade. */
export function refuseConnection(socket: Duplex, status: 400 | 408 | 414 | 431, headers: Headers): void {
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': '0' });
  const headerLines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map((line) => line.join(': '))];
  socket.end(`${headerLines.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}
