import type { MiddlewareHandler } from 'hono';

export type Headers = Readonly<Record<string, string>>;

/** Inline scripts and styles that the policy of a page allows. */
export interface Inline {
  /** CSP sources, such as `'sha256-…'`. */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

/** Builds the headers of every response. A site on https gets HSTS for two years, without its subdomains, which may support only http. */
export function buildHeaders(origin?: string): Headers {
  return {
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(origin?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000' }),
  };
}

/**
 * Builds the headers of every page. They allow the site's files, data URLs of images, connections to the backend, and the given inline
 * scripts and styles (CSP Level 3).
 *
 * @param origin the site's public origin, if the owner has set it
 * @param backendOrigin the backend's origin, if it differs from the site's
 * @param frameOrigins origins that are allowed to show the page in a frame
 */
export function buildPageHeaders(
  inline: readonly Inline[],
  origin?: string,
  backendOrigin?: string,
  frameOrigins: readonly string[] = [],
): Headers {
  const backend = backendOrigin ? [backendOrigin, backendOrigin.replace(/^http/, 'ws')] : [];
  const hashes = (kind: keyof Inline) => new Set(inline.flatMap((sources) => sources[kind]));
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes('scriptHashes')],
    'style-src': ["'self'", ...hashes('styleHashes')],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...backend],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': frameOrigins.length > 0 ? frameOrigins : ["'none'"],
    ...(origin?.startsWith('https:') && { 'upgrade-insecure-requests': [] }),
  };
  const directives = Object.entries(policy).map(([name, sources]) => [name, ...sources].join(' '));
  const headers: Headers = { ...buildHeaders(origin), 'Content-Security-Policy': directives.join('; ') };
  if (frameOrigins.length === 0) return { ...headers, 'Cross-Origin-Opener-Policy': 'same-origin' };
  const { 'X-Frame-Options': _, ...framedHeaders } = headers;
  return framedHeaders;
}

/** Creates a middleware that sets headers on every response; a route can replace them. */
export function setHeaders(headers: Headers): MiddlewareHandler {
  const entries = Object.entries(headers);
  return (context, next) => {
    for (const [name, value] of entries) context.header(name, value);
    return next();
  };
}
