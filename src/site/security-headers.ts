import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

export type Headers = Readonly<Record<string, string>>;

/** Inline scripts and styles. */
export interface Inline {
  /** CSP sources, such as `'sha256-…'`. */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

/**
 * Headers of every answer. Strict transport only when the site is served over https, and for its own host alone: other hosts of the
 * owner's domain may be reached over http only, and browsers would refuse them for two years.
 */
export function buildHeaders(origin?: string): Promise<Headers> {
  return headersOf(secureHeaders(everyAnswer(origin)));
}

/**
 * Headers of every page: it may load its own files, and the inline scripts and styles by their hashes (CSP Level 3).
 *
 * @param origin the site's public one, when the owner has set it
 * @param backendOrigin when that is not the site's own
 * @param frameOrigins may show the page in a frame; no origin may show any other page
 */
export function pageHeaders(
  inline: readonly Inline[],
  origin?: string,
  backendOrigin?: string,
  frameOrigins: readonly string[] = [],
): Promise<Headers> {
  const backend = backendOrigin ? [backendOrigin, backendOrigin.replace(/^http/, 'ws')] : [];
  const hashes = (kind: keyof Inline) => [...new Set(inline.flatMap((each) => each[kind]))];
  const contentSecurityPolicy = {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...hashes('scriptHashes')],
    styleSrc: ["'self'", ...hashes('styleHashes')],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...backend],
    manifestSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    frameAncestors: frameOrigins.length > 0 ? [...frameOrigins] : ["'none'"],
    ...(origin?.startsWith('https:') && { upgradeInsecureRequests: [] }),
  };
  const framed = frameOrigins.length > 0 && { xFrameOptions: false, crossOriginOpenerPolicy: false };
  const more = { contentSecurityPolicy, crossOriginOpenerPolicy: 'same-origin', ...framed };
  return headersOf(secureHeaders({ ...everyAnswer(origin), ...more }));
}

function everyAnswer(origin?: string): NonNullable<Parameters<typeof secureHeaders>[0]> {
  return {
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], browsingTopics: [] },
    strictTransportSecurity: origin?.startsWith('https:') ? 'max-age=63072000' : false,
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: 'same-origin',
    originAgentCluster: false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    xContentTypeOptions: true,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: 'DENY',
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
}

/** The headers that a middleware sets, computed once: cached answers carry them, and routes may replace some. */
async function headersOf(middleware: MiddlewareHandler): Promise<Headers> {
  const app = new Hono().use(middleware).get('/', (context: Context) => context.body(null));
  const { headers } = await app.request('/');
  const capital = (name: string) => name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
  return Object.fromEntries([...headers].map(([name, value]) => [capital(name), value]));
}

/** Sets headers on every answer of an app; a route may replace them. */
export function onEveryAnswer(headers: Headers): MiddlewareHandler {
  const lines = Object.entries(headers);
  return (context, next) => {
    for (const [name, value] of lines) context.header(name, value);
    return next();
  };
}
