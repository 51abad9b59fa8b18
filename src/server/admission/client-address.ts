import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, type Socket } from 'node:net';
import { expandIPv6 } from 'hono/utils/ipaddr';
import type { TrustProxy } from '#settings/trust-proxy.ts';

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
