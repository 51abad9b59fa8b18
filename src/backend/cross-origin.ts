import type { HonoRequest, MiddlewareHandler } from 'hono';
import { hostName, unknownOrigin } from './origins.ts';

const allowedHeaders = [
  'Accept, Origin, Cookie, Set-Cookie, Content-Type, Content-Range, X-Appwrite-Project, X-Appwrite-Key',
  'X-Appwrite-Dev-Key, X-Appwrite-Locale, X-Appwrite-Mode, X-Appwrite-JWT, X-Appwrite-Organization',
  'X-Appwrite-Response-Format, X-Appwrite-Timeout, X-Appwrite-ID, X-Appwrite-Timestamp, X-Appwrite-Session',
  'X-Appwrite-Platform, X-Appwrite-Impersonate-User-Id, X-Appwrite-Impersonate-User-Email',
  'X-Appwrite-Impersonate-User-Phone, X-SDK-Version, X-SDK-Name, X-SDK-Language, X-SDK-Platform',
  'X-SDK-GraphQL, X-SDK-Profile, Range, Cache-Control, Expires, Pragma, X-Fallback-Cookies',
  'X-Requested-With, X-Forwarded-For, X-Forwarded-User-Agent',
].join(', ');

const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': allowedHeaders,
  'Access-Control-Max-Age': '86400',
};
const shared = {
  'Access-Control-Expose-Headers': 'X-Appwrite-Session, X-Fallback-Cookies',
  'Access-Control-Allow-Credentials': 'true',
};

/** A write that a browser sends from another site's page: no owner's program does that. Source: docs/rules.md#foreign-writes. */
function isForeignWrite(request: HonoRequest): boolean {
  return !['GET', 'HEAD'].includes(request.method) && request.header('sec-fetch-site') === 'cross-site';
}

/**
 * Answers preflights, and lets a browser read answers only from allowed origins. A request with a foreign Origin
 * and no key is refused before anything else is looked at. Source: docs/rules.md#origins.
 */
export function crossOrigin(isAllowed: (origin: string, ownHost: string) => boolean): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header('origin') ?? '';
    const echo = origin === '' ? {} : { 'Access-Control-Allow-Origin': origin.toLowerCase() };
    if (context.req.method === 'OPTIONS') {
      const known = hostName(origin) === undefined ? {} : echo;
      return context.body(null, 204, { ...preflight, ...shared, ...known, Vary: 'Origin' });
    }
    const ownHost = context.req.header('host') ?? new URL(context.req.url).host;
    const allowed = origin !== '' && isAllowed(origin, ownHost);
    if (origin !== '' && !allowed && (!context.req.header('x-appwrite-key') || isForeignWrite(context.req)))
      throw unknownOrigin(origin);
    await next();
    context.res.headers.append('Vary', 'Origin');
    if (!allowed) return;
    for (const [name, value] of Object.entries({ ...shared, ...echo })) context.res.headers.set(name, value);
  };
}
