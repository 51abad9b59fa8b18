import type { HonoRequest, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { ApiError } from '#http/api-error.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the host name of an origin, a `Host` header or a bare name; those in `LOOPBACK` become `localhost`. Undefined if there is no
 * host name, or if it ends with a dot.
 */
function hostName(text: string): string | undefined {
  const host = URL.parse(text.includes('://') ? text : `http://${text}`)?.hostname;
  // A name with a trailing dot could imitate a registered one. Browsers do not add the dot themselves.
  if (!host || host.endsWith('.')) return undefined;
  return LOOPBACK.includes(host) ? 'localhost' : host;
}

/** Creates the error for an origin that is not allowed, in Appwrite's wording. */
export function unknownOriginError(origin: string): ApiError {
  const host = URL.parse(origin)?.hostname;
  const advice = ` Register your new client (${host}) as a new Web platform on your project console dashboard`;
  return new ApiError('general_unknown_origin', `Invalid Origin.${host ? advice : ''}`);
}

/** Whether pages of an origin may read the responses of a host (docs/rules.md#origins). */
export type OriginCheck = (origin: string, ownHost: string) => boolean;

/** Allows the site's own host and the configured platforms. Compares only host names, never ports or schemes. */
export function createOriginCheck(platformOrigins: readonly string[]): OriginCheck {
  const platforms = platformOrigins.map(hostName);
  return (origin, ownHost) => {
    const host = hostName(origin);
    return host !== undefined && [...platforms, hostName(ownHost)].includes(host);
  };
}

/** Whether a page of another site sends a write, which the owner's programs never do. Source: docs/rules.md#foreign-writes. */
function isForeignWrite(request: HonoRequest): boolean {
  return !['GET', 'HEAD'].includes(request.method) && request.header('sec-fetch-site') === 'cross-site';
}

/**
 * Responds to preflights, which allow every header, and lets browsers read responses only from allowed origins. Refuses any other origin
 * before the rest of the request is read, unless the request sends a key and is not a cross-site write. Source: docs/rules.md#origins.
 */
export function allowCrossOrigin(isAllowed: OriginCheck): MiddlewareHandler[] {
  const mayRead = (origin: string, request: HonoRequest): boolean => {
    if (origin === '') return false;
    if (request.method === 'OPTIONS') return hostName(origin) !== undefined;
    return isAllowed(origin, request.header('host') ?? new URL(request.url).host);
  };
  return [
    cors({
      origin: (origin, { req }) => (mayRead(origin, req) ? origin.toLowerCase() : null),
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      maxAge: 86_400,
      credentials: true,
    }),
    async ({ req }, next) => {
      const origin = req.header('origin') ?? '';
      const isForeign = origin !== '' && !mayRead(origin, req);
      if (isForeign && (!req.header('x-appwrite-key') || isForeignWrite(req)))
        throw unknownOriginError(origin);
      await next();
    },
  ];
}
