import type { MiddlewareHandler } from 'hono';

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export type Headers = Readonly<Record<string, string>>;

/** Scripts and styles that stand in a document itself. */
export interface Inline {
  /** CSP sources, such as `'sha256-…'`. */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

/**
 * Headers of every answer. Strict transport only when the site is served over https, and for its own host alone: other hosts of the
 * owner's domain may be reached over http only, and browsers would refuse them for two years.
 */
export function everyHeaders(origin?: string): Headers {
  if (!origin?.startsWith('https:')) return always;
  return { ...always, 'Strict-Transport-Security': 'max-age=63072000' };
}

/**
 * Headers of every page: it may load its own files, and the inline scripts and styles by their hashes (CSP Level 3).
 *
 * @param origin the site's public one, when the owner has told it
 * @param backendOrigin where that is not the site's own
 */
export function pageHeaders(inline: readonly Inline[], origin?: string, backendOrigin?: string): Headers {
  const backend = backendOrigin ? ` ${backendOrigin} ${backendOrigin.replace(/^http/, 'ws')}` : '';
  const hashes = (kind: keyof Inline) => [...new Set(inline.flatMap((each) => each[kind]))].join(' ');
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashes('scriptHashes')}`,
    `style-src 'self' ${hashes('styleHashes')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${backend}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(origin?.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    ...everyHeaders(origin),
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

/** Gives these headers to every answer of an app that does not say otherwise itself; answers that are kept have their own. */
export function onEveryAnswer(headers: Headers): MiddlewareHandler {
  const lines = Object.entries(headers);
  return (context, next) => {
    for (const [name, value] of lines) context.header(name, value);
    return next();
  };
}
