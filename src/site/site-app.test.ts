import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { describe, expect, test } from 'vitest';
import { viewHref } from '#contract/urls.ts';
import { ApiError } from '#http/api-error.ts';
import type { RequestContext } from '#http/request-context.ts';
import { createStubSite, plainPage } from '../../tests/support/stub-site.ts';
import { createResponseCache } from './response-cache.ts';
import { buildHeaders, buildPageHeaders } from './security-headers.ts';
import type { SiteEnv } from './site-env.ts';

const requests: string[] = [];
const shownLessons: string[] = [];
const securityHeaders = buildHeaders('https://example.org');
const extraApp = new Hono<SiteEnv>();
extraApp.get('/extra', (context) => context.text('Extra', 503));
extraApp.get('/guarded', bearerAuth({ token: 'the-key' }), (context) => context.text('Guarded'));
const app = createStubSite({
  home: async (view, language) => {
    requests.push(viewHref(view, language));
    return plainPage(200, `<h1>home ${requests.at(-1)}</h1>`);
  },
  responses: createResponseCache(
    () => 1,
    buildPageHeaders([{ scriptHashes: ["'sha256-a'"], styleHashes: [] }], 'https://example.org'),
  ),
  headers: securityHeaders,
  onLessonShown: (id) => shownLessons.push(id),
  apps: [extraApp],
});

describe('routes', () => {
  test.each([
    ['GET', '/', 200, 'home'],
    ['GET', '/?lang=ar&page=2', 200, 'home'],
    ['HEAD', '/', 200, ''],
    ['GET', '/favicon.ico', 302, ''],
    ['GET', '/robots.txt', 404, ''],
    ['GET', '/extra', 503, 'Extra'],
    ['HEAD', '/extra', 503, ''],
    ['GET', '/guarded', 401, ''],
    ['GET', '/ar', 404, 'Page Not Found'],
    ['GET', '/lesson/here.pdf', 302, ''],
    ['GET', '/lesson/here.pdf?download', 302, ''],
    ['GET', '/lesson/gone.pdf', 410, 'Gone'],
    ['HEAD', '/lesson/gone.pdf', 410, ''],
    ['GET', '/lesson/never.pdf', 404, 'Page Not Found'],
    ['GET', '/lesson/gone', 410, 'Gone'],
    ['GET', '/lesson/gone/2?search=water', 410, 'Gone'],
    ['GET', '/lesson/here/2', 404, 'Page Not Found'],
    ['GET', '/lesson/here', 404, 'Page Not Found'],
    ['GET', '/lesson/here/poster', 200, 'Poster'],
    ['GET', '/category/here/poster?lang=ar', 200, 'Poster'],
    ['GET', '/poster', 200, 'Poster'],
    ['GET', '/follow', 200, 'Follow'],
    ['GET', '/follow?category=here&lang=ar', 200, 'Follow'],
    ['GET', '/follow?category=gone', 404, 'Page Not Found'],
    ['GET', '/lesson/gone/poster', 410, 'Gone'],
    ['GET', '/category/gone/poster', 404, 'Page Not Found'],
    ['GET', '/lesson/', 404, 'Page Not Found'],
    ['GET', '/lesson', 404, 'Page Not Found'],
    ['GET', '/lesson/here/', 404, 'Page Not Found'],
    ['GET', '/category/here', 404, 'Page Not Found'],
    ['GET', '/en/', 404, 'Page Not Found'],
    ['GET', '/share/', 404, 'Page Not Found'],
    ['GET', '//', 404, 'Page Not Found'],
    ['GET', '/lesson/..%2fhere.pdf', 404, 'Page Not Found'],
    ['GET', '/library', 404, 'Page Not Found'],
    ['GET', '/index.html', 404, 'Page Not Found'],
    ['GET', '/assets/', 404, 'Page Not Found'],
    ['GET', '/assets/..%2f..%2fpackage.json', 404, 'Page Not Found'],
    ['GET', '/assets/%00', 404, 'Page Not Found'],
    ['POST', '/', 405, 'Method Not Allowed'],
    ['PUT', '/', 405, 'Method Not Allowed'],
    ['PATCH', '/', 405, 'Method Not Allowed'],
    ['DELETE', '/', 405, 'Method Not Allowed'],
  ])('%s %s responds %i', async (method, path, status, body) => {
    const response = await app.request(path, { method });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(body);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Set-Cookie')).toBeNull();
    expect(response.headers.get('X-Powered-By')).toBeNull();
    expect(response.headers.get('X-Frame-Options')).toBe('DENY');
    expect(response.headers.get('Permissions-Policy')).toContain('camera=()');
    expect(response.headers.get('Strict-Transport-Security')).toContain('max-age');
    expect(response.headers.get('Allow')).toBe(status === 405 ? 'GET, HEAD' : null);
  });
});

test('reports only lessons that were shown', async () => {
  for (const [path, status] of [
    ['read/2', 200],
    ['away', 503],
    ['never', 404],
  ] as const)
    expect((await app.request(`/lesson/${path}`)).status).toBe(status);
  expect(shownLessons).toEqual(['read']);
});

describe('pages', () => {
  test('depend only on known parameters', async () => {
    requests.length = 0;
    const tags = await Promise.all(
      ['/?page=3', '/?page=3&utm_source=x', '/?page=3&sort=nonsense'].map(async (path) =>
        (await app.request(path)).headers.get('ETag'),
      ),
    );
    expect(new Set(tags).size).toBe(1);
    expect(requests).toHaveLength(1);
  });

  test('do not depend on the browser’s language or cookies', async () => {
    const arabic = await app.request('/', { headers: { 'Accept-Language': 'ar', Cookie: 'lang=ar' } });
    const plain = await app.request('/');
    expect(await arabic.text()).toBe(await plain.text());
    expect(plain.headers.get('Vary')).toBe('Accept-Encoding');
    expect(plain.headers.get('Content-Language')).toBe('en');
  });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['identity', null],
  ])('respond to Accept-Encoding %j with %j', async (accepted, encoding) => {
    const response = await app.request('/', { headers: { 'Accept-Encoding': accepted } });
    expect(response.headers.get('Content-Encoding')).toBe(encoding);
  });

  test('are revalidated with a strong tag for each encoding', async () => {
    const headers = { 'Accept-Encoding': 'br' };
    const etag = (await app.request('/', { headers })).headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[^"]+-br"$/);
    const revalidation = await app.request('/', {
      headers: { ...headers, 'If-None-Match': `"other", ${etag}` },
    });
    expect(revalidation.status).toBe(304);
    expect(await revalidation.text()).toBe('');
    expect(revalidation.headers.get('Content-Security-Policy')).not.toBeNull();
    expect((await app.request('/', { headers: { 'If-None-Match': etag } })).status).toBe(200);
  });

  test('have a content security policy', async () => {
    const headers = (await app.request('/nowhere')).headers;
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self' 'sha256-a'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; upgrade-insecure-requests",
    );
    // Without subdomains, which might support only http.
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=63072000');
  });
});

describe('a client whose work is refused', () => {
  const refuse = async () => {
    throw new ApiError('general_rate_limit_exceeded', { retryAfter: '7' });
  };
  const fetchAs = (path: string, client: Partial<RequestContext>) =>
    app.request(path, {}, { client: { admit: (run: () => Promise<void>) => run(), ...client } });

  test.each([
    ['/?search=x', 'en', 'Please wait a moment', 'Try again in 7 seconds'],
    ['/?lang=ar&search=y', 'ar', 'يرجى الانتظار قليلًا', 'أعد المحاولة بعد'],
  ])(
    'gets a refusal at %s in both languages, the page’s first, with a Retry-After',
    async (path, lang, ...texts) => {
      const response = await fetchAs(path, { queue: refuse });
      expect(response.status).toBe(429);
      expect(response.headers.get('Retry-After')).toBe('7');
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('X-Frame-Options')).toBe('DENY');
      const html = await response.text();
      expect(html).toMatch(new RegExp(`^<!doctype html>\\s?<html lang="${lang}"`));
      for (const text of texts) expect(html).toContain(text);
      for (const [sectionLang, direction] of [
        ['en', 'ltr'],
        ['ar', 'rtl'],
      ]) {
        expect(html).toContain(`<section lang="${sectionLang}" dir="${direction}">`);
      }
    },
  );

  test('gets a 503 if the queue is full', async () => {
    const rejectAsFull = async () => {
      throw new ApiError('general_server_busy', { retryAfter: '5' });
    };
    const response = await fetchAs('/?search=full', { queue: rejectAsFull });
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
  });

  test.each(['/', '/?lang=ar', '/?lang=en&utm_source=x'])('still gets %s', async (path) => {
    expect((await fetchAs(path, { queue: refuse })).status).toBe(200);
  });
});

test.each(['/nowhere', '/lesson/gone', '/lesson/never.pdf'])(
  'caches must revalidate %s, because the page may exist later',
  async (path) => expect((await app.request(path)).headers.get('Cache-Control')).toBe('public, no-cache'),
);

test.each([
  '/robots.txt',
  '/favicon.ico',
  '/?page=9',
  '/opds/nothing',
  '/share/nothing',
  '/en/abcdef',
  '/lesson/',
  '/lesson/here?page=2',
  '/lesson/here.pdf',
  '/health',
  '/assets/nothing.js',
  '/v1/health',
])('a request for %s goes through admission', async (path) => {
  let admitted = 0;
  const admit = async (run: () => Promise<void>) => {
    admitted += 1;
    await run();
  };
  const queue = async (work: () => unknown) => work();
  await app.request(path, {}, { client: { admit, queue, charge: () => {} } as never });
  expect(admitted).toBe(1);
});

test('a cached response is sent without a charge', async () => {
  await app.request('/');
  const admit = () => Promise.reject(new Error('charged'));
  expect((await app.request('/', {}, { client: { admit } as never })).status).toBe(200);
});

test('other sites, such as feed readers, may load the icon', async () => {
  const { headers } = await app.request('/favicon.ico');
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
});

describe('the page for frames', () => {
  const createFramedSite = async (origins: string[]) =>
    createStubSite({
      responses: createResponseCache(() => 1, buildPageHeaders([], 'https://example.org')),
      headers: securityHeaders,
      embedHeaders:
        origins.length > 0 ? buildPageHeaders([], 'https://example.org', undefined, origins) : undefined,
    });

  test('may be framed by the configured origins, and no other page may', async () => {
    const site = await createFramedSite(['https://center.example', 'https://other.example']);
    // The second response comes from the cache.
    for (const path of ['/embed', '/embed', '/embed?category=here&lang=ar']) {
      const { status, headers } = await site.request(path);
      expect([status, headers.get('X-Frame-Options')]).toEqual([200, null]);
      expect(headers.get('Content-Security-Policy')).toContain(
        'frame-ancestors https://center.example https://other.example',
      );
    }
    for (const path of ['/', '/lesson/read', '/embed?category=gone', '/embed/', '/lesson/here/poster']) {
      const { headers } = await site.request(path);
      expect([path, headers.get('X-Frame-Options')]).toEqual([path, 'DENY']);
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    }
  });

  test('responds 404 if no origins are configured', async () => {
    expect((await (await createFramedSite([])).request('/embed')).status).toBe(404);
  });
});
