import { type Context, Hono } from 'hono';
import { parseLanguage, parseView, viewHref } from '#web/features/library/view.ts';
import type { Asset } from './assets.ts';
import type { CachedPage, PageCache } from './page-cache.ts';
import type { Pages } from './pages.ts';
import { everyAnswer } from './security-headers.ts';

export interface SiteOptions {
  pages: Pages;
  cache: PageCache;
  assets: Map<string, Asset>;
  /** Headers of every page. */
  headers: Record<string, string>;
}

/** Names of everything under /assets/ change with their content. */
const forEver = 'public, max-age=31536000, immutable';
/** Browsers ask again each time; a cache in between may answer for a minute (rule E4). */
const revalidate = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';

type Encoding = 'br' | 'gzip';

/** The best encoding a request accepts of those there are; `undefined` means none (RFC 9110 section 12.5.3). */
function acceptedEncoding(header = '', available: Encoding[]): Encoding | undefined {
  const refused = /;\s*q=0(?:\.0*)?\s*$/;
  const accepted = header.split(',').filter((part) => !refused.test(part));
  return available.find((encoding) => accepted.some((part) => part.trim().split(';')[0] === encoding));
}

function sendPage(context: Context, page: CachedPage, headers: Record<string, string>): Response {
  const encoding = acceptedEncoding(context.req.header('Accept-Encoding'), ['br', 'gzip']);
  // Each encoding is its own bytes, so it has its own strong tag.
  const etag = encoding ? page.etag.replace(/"$/, `-${encoding}"`) : page.etag;
  const shared = {
    ...headers,
    ETag: etag,
    Vary: 'Accept-Encoding',
    'Content-Language': page.language,
    'Cache-Control': page.complete ? revalidate : 'no-store',
  };
  const known = context.req.header('If-None-Match');
  if (page.status === 200 && known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
    return new Response(null, { status: 304, headers: shared });
  }
  const body = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.identity;
  return new Response(body as Uint8Array<ArrayBuffer>, {
    status: page.status,
    headers: {
      ...shared,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(body.length),
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    },
  });
}

function sendAsset(context: Context, asset: Asset): Response {
  const encoding = asset.brotli && acceptedEncoding(context.req.header('Accept-Encoding'), ['br']);
  const body = (encoding ? asset.brotli : asset.bytes) as Uint8Array<ArrayBuffer>;
  return new Response(body, {
    headers: {
      ...everyAnswer,
      'Content-Type': asset.type,
      'Content-Length': String(body.length),
      'Cache-Control': forEver,
      Vary: 'Accept-Encoding',
      // An SVG opened by itself is a document: it gets to run nothing.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    },
  });
}

/** Everything of the site but its backend: the home page, the assets, and not found for the rest. */
export function createSiteApp({ pages, cache, assets, headers }: SiteOptions): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    if (['GET', 'HEAD'].includes(context.req.method)) return next();
    return context.text('Method Not Allowed', 405, { ...everyAnswer, Allow: 'GET, HEAD' });
  });
  app.get('/', async (context) => {
    const { searchParams } = new URL(context.req.url);
    // Only what the page depends on: two addresses of one view share one rendering.
    const key = viewHref(parseView(searchParams), parseLanguage(searchParams));
    return sendPage(context, await cache.get(key, () => pages.home(searchParams)), headers);
  });
  app.get('/robots.txt', (context) => context.text('User-agent: *\nAllow: /\n', 200, everyAnswer));
  app.get('/assets/*', (context, next) => {
    const asset = assets.get(context.req.path);
    return asset ? Promise.resolve(sendAsset(context, asset)) : next();
  });
  app.notFound(async (context) => {
    const { searchParams } = new URL(context.req.url);
    const key = `404 ${parseLanguage(searchParams)}`;
    return sendPage(context, await cache.get(key, async () => pages.notFound(searchParams)), headers);
  });
  return app;
}
