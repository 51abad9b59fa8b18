import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** Whether an address is this machine's own: the site's page rendering, or a proxy that names nobody. */
export function isLoopback(address: string): boolean {
  return loopback.test(address);
}

/**
 * Whom a request is counted for. Behind a reverse proxy on this machine that is the right-most `X-Forwarded-For`,
 * the one entry the proxy itself wrote; an IPv6 visitor is counted by /64, which one household owns.
 */
export function clientAddress(request: IncomingMessage): string {
  const peer = request.socket.remoteAddress ?? '';
  const forwarded = [request.headers['x-forwarded-for']].flat().join(',').split(',').at(-1)?.trim();
  const address = loopback.test(peer) && forwarded ? forwarded : peer;
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = [...head.split(':'), ...Array(8).fill('0'), ...tail.split(':')].filter(Boolean);
  const full = address.includes('::') ? groups : address.split(':');
  return full.slice(0, 4).join(':');
}
