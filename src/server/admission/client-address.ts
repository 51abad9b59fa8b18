import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, type Socket } from 'node:net';
import { expandIPv6 } from 'hono/utils/ipaddr';
import type { TrustProxy } from '#settings/trust-proxy.ts';

/** An address as it is compared: IPv4 without its IPv6 clothes, without a zone; undefined when it is none. */
function canonical(text: string): string | undefined {
  const address = text.trim().replace(/^::ffff:(?=\d+\.)|%.*$/gi, '');
  return isIP(address) ? address : undefined;
}

/** IPv6 is counted by /48, which one place may have all of (RFC 6177): of its 65,536 networks each would be a visitor otherwise. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = expandIPv6(address).split(':').slice(0, 3);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/** What of a request says who sent it. */
type Asker = Pick<IncomingMessage, 'headers'> & { socket: Pick<Socket, 'remoteAddress'> };

/**
 * Makes the function that says whom a request is counted for: the connection, or what proxies that are believed say of
 * it. Each proxy adds at the end whom it heard, so the entries are read from there for as long as their writer is
 * believed.
 */
export function createClientAddress(trust: TrustProxy): (request: Asker) => string {
  /** Whether the proxy that wrote entry `hops` (0 is the connection itself) is believed. */
  const isBelieved = (address: string, hops: number): boolean => {
    if (typeof trust === 'number') return hops < trust;
    return trust !== 'off' && trust.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
  return ({ socket, headers }) => {
    let address = canonical(socket.remoteAddress ?? '') ?? '';
    let named = [headers['x-forwarded-for'] ?? ''].flat().join(',');
    for (let hops = 0; isBelieved(address, hops); hops++) {
      const comma = named.lastIndexOf(',');
      const before = canonical(named.slice(comma + 1));
      if (before === undefined) break;
      address = before;
      named = named.slice(0, Math.max(comma, 0));
    }
    return network(address);
  };
}
