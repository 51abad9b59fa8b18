import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import type { BackendEnv } from './context.ts';
import { ApiError } from './errors.ts';
import { createTokenBuckets, type Rate } from './token-buckets.ts';

/** What anonymous clients may ask of the tables. A key is never limited. Source: rule X11. */
export const VISITOR_RATE: Rate = { perMinute: 600, burst: 200 };
/** Wrong keys that are told so; further ones are told to wait. */
export const WRONG_KEY_RATE: Rate = { perMinute: 10, burst: 10 };

/** Finds the network address of who asks; undefined for a request that came by no network. */
export type ClientAddress = (context: Context) => string | undefined;

/** The address at the other end of the socket. */
export const socketAddress: ClientAddress = (context) =>
  context.env?.incoming ? getConnInfo(context).remote.address : undefined;

/** Refuses anonymous requests beyond the rate with 429 and `Retry-After`. */
export function limitRate(rate: Rate, addressOf: ClientAddress): MiddlewareHandler<BackendEnv> {
  const buckets = createTokenBuckets(rate);
  return async (context, next) => {
    const client = clientOf(addressOf(context));
    if (client === undefined || context.get('caller')?.kind === 'key') return next();
    const { allowed, remaining, retryAfter } = buckets.take(client, performance.now());
    context.header('X-RateLimit-Limit', String(rate.burst));
    context.header('X-RateLimit-Remaining', String(remaining));
    if (allowed) return next();
    context.header('Retry-After', String(retryAfter));
    throw new ApiError('general_rate_limit_exceeded');
  };
}

/**
 * Whose requests are counted together: an IPv4 address, or an IPv6 network of 64 bits, which one client owns whole.
 * This machine is nobody: its requests are the site's own, or a proxy's for many.
 */
export function clientOf(address: string | undefined): string | undefined {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '');
  if (plain === undefined || plain === '::1' || plain.startsWith('127.')) return undefined;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array(Math.max(0, 8 - (before?.length ?? 0) - (after?.length ?? 0))).fill('0');
  return [...(before ?? []), ...zeros, ...(after ?? [])].slice(0, 4).join(':');
}
