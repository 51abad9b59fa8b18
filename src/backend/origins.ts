import type { HonoRequest, MiddlewareHandler } from 'hono';
import { ApiError } from '#http/api-error.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The host name (no port) of an origin, a `Host` header or a bare name; the names of this machine are one. Undefined when it is none. */
function hostName(text: string): string | undefined {
  const host = URL.parse(text.includes('://') ? text : `http://${text}`)?.hostname;
  // A trailing dot is a look-alike of the registered name, and no browser sends one by accident.
  if (!host || host.endsWith('.')) return undefined;
  return LOOPBACK.includes(host) ? 'localhost' : host;
}

/** The refusal of an origin that is not allowed, in Appwrite's words. */
export function unknownOrigin(origin: string): ApiError {
  const host = URL.parse(origin)?.hostname;
  const advice = ` Register your new client (${host}) as a new Web platform on your project console dashboard`;
  return new ApiError('general_unknown_origin', `Invalid Origin.${host ? advice : ''}`);
}

/** Whether an origin is that of the host asked, or of a platform (docs/rules.md#origins). */
export type OriginCheck = (origin: string, ownHost: string) => boolean;

/** Makes the check of origins: hosts alone are compared, never ports or the scheme. */
export function createOriginCheck(platformOrigins: readonly string[]): OriginCheck {
  const platforms = platformOrigins.map(hostName);
  return (origin, ownHost) => {
    const host = hostName(origin);
    return host !== undefined && [...platforms, hostName(ownHost)].includes(host);
  };
}

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
export function crossOrigin(isAllowed: OriginCheck): MiddlewareHandler {
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
