import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { clientAddress, isLoopback } from './client-address.ts';
import type { BackendEnv } from './context.ts';
import { ApiError } from './errors.ts';
import { createTokenBuckets, type Rate } from './token-buckets.ts';

/** What anonymous clients may ask of the tables. Keys and this machine itself are not limited. Source: rule X11. */
export const VISITOR_RATE: Rate = { perMinute: 600, burst: 200 };
/** Wrong keys that are told so; further ones are told to wait. */
export const WRONG_KEY_RATE: Rate = { perMinute: 10, burst: 10 };

/** Finds for whom a request is counted; undefined for one that came by no network. */
export type ClientAddress = (context: Context) => string | undefined;

/** The address of the connection, or what a proxy on this machine says of it. */
export const networkAddress: ClientAddress = (context) => {
  const request: IncomingMessage | undefined = context.env?.incoming;
  return request && clientAddress(request);
};

/** Refuses anonymous requests beyond the rate with 429 and `Retry-After`. */
export function limitRate(rate: Rate, addressOf: ClientAddress): MiddlewareHandler<BackendEnv> {
  const buckets = createTokenBuckets(rate);
  return async (context, next) => {
    const client = addressOf(context);
    if (client === undefined || isLoopback(client) || context.get('caller')?.kind === 'key') return next();
    const { allowed, remaining, retryAfter } = buckets.take(client, performance.now());
    context.header('X-RateLimit-Limit', String(rate.burst));
    context.header('X-RateLimit-Remaining', String(remaining));
    if (allowed) return next();
    context.header('Retry-After', String(retryAfter));
    throw new ApiError('general_rate_limit_exceeded');
  };
}
