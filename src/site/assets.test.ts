import { join } from 'node:path';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { programFolder } from '#settings/folders.ts';
import { fold } from '#text/fold.ts';
import { createStubSite } from '../../tests/support/stub-site.ts';
import { createAssetFinder, createPrintedAddress, readGlossary } from './assets.ts';
import { createResponseCache } from './response-cache.ts';
import { buildHeaders } from './security-headers.ts';

const assets = createAssetFinder(
  [
    { path: '/assets/x-1.js', type: 'text/javascript', bytes: Buffer.from('x()'), brotli: Buffer.from('br') },
    { path: '/assets/logo-1.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') },
    {
      path: '/assets/address-1.svg',
      type: 'image/svg+xml',
      bytes: Buffer.from('<path d="M0 0"/>'.repeat(99)),
    },
    { path: '/assets/y-1.woff2', type: 'font/woff2', bytes: Buffer.from('font') },
  ],
  buildHeaders('https://example.org'),
);
const site = createStubSite({ responses: createResponseCache(() => 1, {}), assets });

test.each([
  ['/assets/x-1.js', {}, 'x()', 3],
  ['/assets/x-1.js?anything', {}, 'x()', 3],
  ['/assets/x-1.js', { 'accept-encoding': 'gzip, br' }, 'br', 2],
  ['/assets/x-1.js', { method: 'HEAD' }, '', 3],
  ['/assets/y-1.woff2', { 'accept-encoding': 'br' }, 'font', 4],
])('serves the asset %s %j with permanent caching', async (path, encoding, body, length) => {
  const { method = 'GET', ...headers } = encoding as Record<string, string>;
  const response = await site.request(path, { method, headers });
  expect([response.status, await response.text()]).toEqual([200, body]);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-length')).toBe(String(length));
  expect(response.headers.get('x-frame-options')).toBe('DENY');
});

test('compresses an asset of the owner if that shrinks it', async () => {
  const encodingOf = async (path: string) =>
    (await site.request(path, { headers: { 'accept-encoding': 'br' } })).headers.get('content-encoding');
  expect(await encodingOf('/assets/address-1.svg')).toBe('br');
  expect(await encodingOf('/assets/logo-1.svg')).toBeNull();
  expect(await encodingOf('/assets/y-1.woff2')).toBeNull();
});

test('lets other sites show images but no other assets', async () => {
  const policy = async (path: string) =>
    (await site.request(path)).headers.get('cross-origin-resource-policy');
  expect(await policy('/assets/logo-1.svg')).toBe('cross-origin');
  expect(await policy('/assets/x-1.js')).toBe('same-origin');
});

test('each group of the sample glossary has words of both scripts, and no word is in two groups', () => {
  const { synonyms, href } = readGlossary(join(programFolder, 'content'));
  expect(href).toMatch(/^\/assets\/glossary-[0-9a-f]{8}\.json$/);
  for (const group of synonyms) expect(group.join(' ')).toMatch(/[a-z].*\p{Script=Arabic}/u);
  const foldedWords = synonyms.flat().map(fold);
  expect(foldedWords.filter((word, index) => foldedWords.indexOf(word) !== index)).toEqual([]);
});

test('creates the printed address as text and as a QR code', () => {
  const { picture, address, asset } = createPrintedAddress('https://example.org');
  expect(address).toBe('example.org');
  expect(picture).toBe(asset.path);
  const { size } = encode('https://example.org', { border: 0 });
  expect(String(asset.bytes)).toMatch(new RegExp(`^<svg [^>]*viewBox="0 0 ${size * 10} ${size * 10}"`));
});

test('the QR code has a different address for each site', () => {
  const [first, second] = ['https://example.org', 'https://example.net'].map(createPrintedAddress);
  expect(first?.asset.path).not.toBe(second?.asset.path);
});
