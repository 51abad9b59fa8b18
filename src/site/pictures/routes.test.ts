import { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#http/api-error.ts';
import { buildHeaders, setHeaders } from '../security-headers.ts';
import type { PictureResult } from './picture-store.ts';
import { createPictureApp } from './routes.ts';

let drawings: string[];
let drawPicture: (page: number) => PictureResult | undefined;
beforeEach(() => {
  drawings = [];
  drawPicture = () => ({ bytes: Buffer.from('picture') });
});
const pictures = createPictureApp(
  async (id) => {
    if (id === 'away') throw new Error('connect ECONNREFUSED');
    return id === 'here' ? { fileId: 'file-two', fileName: 'Two.pdf' } : id === 'gone' ? 'gone' : undefined;
  },
  {
    async picture(fileId, { page, width }) {
      drawings.push(`${fileId} ${page} ${width}`);
      return drawPicture(page);
    },
  },
);
const app = new Hono().use(setHeaders(buildHeaders('https://example.org'))).route('/', pictures);
app.notFound((context) => context.text('next route', 404));
const fetchPath = (path: string, init: RequestInit = {}, env = {}) => app.request(path, init, env);
const current = '/lesson/here/3-800.webp?v=file-two';

test('the picture of a page is cached permanently and has a tag', async () => {
  const response = await fetchPath(current);
  const header = (name: string) => response.headers.get(name);
  expect([response.status, await response.text()]).toEqual([200, 'picture']);
  expect(header('content-type')).toBe('image/webp');
  expect(header('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(header('x-content-type-options')).toBe('nosniff');
  expect(drawings).toEqual(['file-two 3 800']);
  const etag = header('etag') ?? '';
  const revalidation = await fetchPath(current, { headers: { 'if-none-match': `W/"other", ${etag}` } });
  expect([revalidation.status, await revalidation.text(), revalidation.headers.get('etag')]).toEqual([
    304,
    '',
    etag,
  ]);
  expect((await fetchPath(current, { headers: { 'if-none-match': '*' } })).status).toBe(304);
  // No drawing is needed for these responses.
  expect(drawings).toHaveLength(1);
  const head = await fetchPath(current, { method: 'HEAD' });
  expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '7']);
  const other = await fetchPath('/lesson/here/3-1600.webp?v=file-two');
  expect(other.headers.get('etag')).not.toBe(etag);
});

test.each([
  ['an earlier version', '?v=file-one'],
  ['no version', ''],
  ['an invalid version', '?v=%22%0d%0aX: y'],
])('an address with %s redirects to the current version, uncached', async (_, query) => {
  const response = await fetchPath(`/lesson/here/12-1600.webp${query}`);
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/lesson/here/12-1600.webp?v=file-two');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(drawings).toEqual([]);
});

test.each([
  ['/lesson/never/1-800.webp?v=x', 404, 'no such lesson'],
  ['/lesson/gone/1-800.webp?v=x', 410, 'was removed'],
  ['/lesson/away/1-800.webp?v=x', 503, 'is not responding'],
  ['/lesson/here/1-801.webp?v=file-two', 404, 'next route'],
  ['/lesson/here/1-0800.webp?v=file-two', 404, 'next route'],
  ['/lesson/here/0-800.webp?v=file-two', 404, 'next route'],
  ['/lesson/here/01-800.webp?v=file-two', 404, 'next route'],
  ['/lesson/here/100000-800.webp?v=file-two', 404, 'next route'],
  ['/lesson/here/1-800.png?v=file-two', 404, 'next route'],
  ['/lesson/..%2fhere/1-800.webp?v=file-two', 404, 'next route'],
  ['/lesson/here/x/1-800.webp?v=file-two', 404, 'next route'],
])('%s responds %i', async (path, status, text) => {
  const response = await fetchPath(path);
  const responseText = await response.text();
  expect([response.status, responseText]).toEqual([status, expect.stringContaining(text)]);
  // The address contains no language, so the text is in both.
  if (text !== 'next route') expect(responseText).toMatch(/\n\p{Script=Arabic}.*\.\n$/u);
  expect(drawings).toEqual([]);
});

describe('a page', () => {
  test('that does not exist responds 404', async () => {
    drawPicture = () => undefined;
    const response = await fetchPath(current);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  test.each([
    ['locked', 'public, max-age=3600'],
    ['broken', 'public, max-age=3600'],
    ['page', 'public, max-age=3600'],
    ['slow', 'no-store'],
    ['gone', 'no-store'],
  ] as const)('that cannot be drawn (%s) responds with an explanation', async (fault, caching) => {
    drawPicture = () => ({ fault });
    const response = await fetchPath(current);
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringMatching(/^This page cannot be displayed.*\nتعذّر عرض هذه الصفحة/),
    ]);
    expect(response.headers.get('cache-control')).toBe(caching);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
  });

  test.each([
    ['general_rate_limit_exceeded', 429],
    ['general_server_busy', 503],
  ] as const)('that is refused (%s) has a Retry-After', async (type, status) => {
    drawPicture = () => {
      throw new ApiError(type, { retryAfter: '7' });
    };
    const response = await fetchPath(current);
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, '7']);
    expect(response.headers.get('content-language')).toBe('en, ar');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

test('each request is charged', async () => {
  const refuse = () => {
    throw new ApiError('general_rate_limit_exceeded', { retryAfter: '7' });
  };
  expect((await fetchPath(current, {}, { client: { charge: refuse } })).status).toBe(429);
});
