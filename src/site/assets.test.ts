import { join } from 'node:path';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { programFolder } from '#settings/folders.ts';
import { fold } from '#text/fold.ts';
import { createStubSite } from '../../tests/support/stub-site.ts';
import { findAsset, printedAddress, readGlossary } from './assets.ts';
import { createResponseCache } from './response-cache.ts';
import { buildHeaders } from './security-headers.ts';

const assets = findAsset(
  [
    { path: '/assets/x-1.js', type: 'text/javascript', bytes: Buffer.from('x()'), brotli: Buffer.from('br') },
    { path: '/assets/logo-1.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') },
    { path: '/assets/y-1.woff2', type: 'font/woff2', bytes: Buffer.from('font') },
  ],
  await buildHeaders('https://example.org'),
);
const site = createStubSite({ responses: createResponseCache(() => 1, {}), assets });

test.each([
  ['/assets/x-1.js', {}, 'x()', 3],
  ['/assets/x-1.js?anything', {}, 'x()', 3],
  ['/assets/x-1.js', { 'accept-encoding': 'gzip, br' }, 'br', 2],
  ['/assets/x-1.js', { method: 'HEAD' }, '', 3],
  ['/assets/y-1.woff2', { 'accept-encoding': 'br' }, 'font', 4],
])('the asset %s %j may be cached for good', async (path, encoding, body, length) => {
  const { method = 'GET', ...headers } = encoding as Record<string, string>;
  const response = await site.request(path, { method, headers });
  expect([response.status, await response.text()]).toEqual([200, body]);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-length')).toBe(String(length));
  expect(response.headers.get('x-frame-options')).toBe('DENY');
});

test('pictures of the site, and only they, may be shown by other sites', async () => {
  const policy = async (path: string) =>
    (await site.request(path)).headers.get('cross-origin-resource-policy');
  expect(await policy('/assets/logo-1.svg')).toBe('cross-origin');
  expect(await policy('/assets/x-1.js')).toBe('same-origin');
});

test("the project's glossary joins the two scripts, and no word stands in two groups", () => {
  const { words, href } = readGlossary(join(programFolder, 'content'));
  expect(href).toMatch(/^\/assets\/glossary-[0-9a-f]{8}\.json$/);
  for (const group of words) expect(group.join(' ')).toMatch(/[a-z].*\p{Script=Arabic}/u);
  const forms = words.flat().map(fold);
  expect(forms.filter((form, index) => forms.indexOf(form) !== index)).toEqual([]);
});

test('a printed page says where the site is, in letters and as a picture that holds the whole address', () => {
  const { picture, address, asset } = printedAddress('https://example.org');
  expect(address).toBe('example.org');
  expect(picture).toBe(asset.path);
  const { size } = encode('https://example.org', { border: 0 });
  expect(String(asset.bytes)).toMatch(new RegExp(`^<svg [^>]*viewBox="0 0 ${size * 10} ${size * 10}"`));
});

test('the picture has an address of its own for each site', () => {
  const [first, second] = ['https://example.org', 'https://example.net'].map(printedAddress);
  expect(first?.asset.path).not.toBe(second?.asset.path);
});
