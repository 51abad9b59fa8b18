import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

export type Headers = Readonly<Record<string, string>>;

/** Inline scripts and styles that the policy of a page allows. */
export interface Inline {
  /** CSP sources, such as `'sha256-…'`. */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

/**
 * Builds the headers of every response. Strict transport is set for a site on https, but not for its subdomains. Browsers would
 * refuse subdomains that support only http for two years.
 */
export function buildHeaders(origin?: string): Promise<Headers> {
  return headersOf(secureHeaders(commonOptions(origin)));
}

/**
 * Builds the headers of every page. They allow the site's files and the given inline scripts and styles (CSP Level 3).
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
): Promise<Headers> {
  const backend = backendOrigin ? [backendOrigin, backendOrigin.replace(/^http/, 'ws')] : [];
  const hashes = (kind: keyof Inline) => [...new Set(inline.flatMap((sources) => sources[kind]))];
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
  const pageOptions = { contentSecurityPolicy, crossOriginOpenerPolicy: 'same-origin', ...framed };
  return headersOf(secureHeaders({ ...commonOptions(origin), ...pageOptions }));
}

function commonOptions(origin?: string): NonNullable<Parameters<typeof secureHeaders>[0]> {
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

/** Returns the headers that a middleware sets, for cached responses and for routes that replace some. */
async function headersOf(middleware: MiddlewareHandler): Promise<Headers> {
  const app = new Hono().use(middleware).get('/', (context: Context) => context.body(null));
  const { headers } = await app.request('/');
  const capitalize = (name: string) => name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
  return Object.fromEntries([...headers].map(([name, value]) => [capitalize(name), value]));
}

/** Creates a middleware that sets headers on every response; a route can replace them. */
export function setHeaders(headers: Headers): MiddlewareHandler {
  const entries = Object.entries(headers);
  return (context, next) => {
    for (const [name, value] of entries) context.header(name, value);
    return next();
  };
}
