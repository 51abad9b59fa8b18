import { ParseOption, XmlDocument } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { createTestDiscovery } from '../../../tests/support/discovery.ts';
import { categoryRow, lessonRow, memoryList } from '../../../tests/support/memory-list.ts';
import { exhaustedClient } from '../../../tests/support/request-clients.ts';

const fiqh = categoryRow('fiqh', 'Fiqh');
const library = createTestDiscovery(memoryList([fiqh], [lessonRow(0, 'Wudu.pdf', fiqh)]));
const hostileName = '\u202E]]></title><script>alert(1)</script>\u0000"\'&amp;\uD800.pdf';
const hostileSite = createTestDiscovery(
  memoryList([categoryRow('c', hostileName)], [lessonRow(0, hostileName, categoryRow('c', hostileName))]),
);
const read = async (path: string, app = library) => (await app.request(path)).text();
const parseXml = (text: string) => XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NONET });

test('the search description and the manifest are in the page’s language', async () => {
  const description = parseXml(await read('/opensearch.xml?lang=ar'));
  const names = { o: 'http://a9.com/-/spec/opensearch/1.1/' };
  const template = description.root.find('o:Url[@type="text/html"]/@template', names)[0]?.content;
  expect(template).toBe('https://example.org/?lang=ar&search={searchTerms}');
  const manifest = JSON.parse(await read('/manifest.webmanifest?lang=ar'));
  expect(manifest).toMatchObject({
    lang: 'ar',
    dir: 'rtl',
    start_url: '/?lang=ar',
    short_name: 'الشيخ فلان',
  });
  expect(manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
});

test('robots.txt names the sitemap', async () => {
  expect(await read('/robots.txt')).toMatch(/\nSitemap: https:\/\/example.org\/sitemap.xml\n$/);
});

describe('a hostile row', () => {
  const paths = [
    '/feed.xml',
    '/feed.xml?category=c',
    '/opds',
    '/opds/all',
    '/sitemap.xml',
    '/opds/search?q=%5D%5D%3E%00',
  ];
  test.each(paths)('is escaped in %s', async (path) => {
    const text = await read(path, hostileSite);
    const document = parseXml(text);
    expect(document.root.find('//*[local-name()="script"]')).toEqual([]);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202E]/u);
  });

  test.each(['/feed.json', '/opds/v2', '/opds/v2/all'])('is escaped in the JSON of %s', async (path) => {
    const text = await read(path, hostileSite);
    expect(() => JSON.parse(text)).not.toThrow();
    expect(text).not.toMatch(/[\p{Cc}\u202E]|\\u0000|\\u202e|\\ud800/iu);
  });
});

describe('a missing document', () => {
  test.each([
    ['/feed.xml?category=none', 'text/plain; charset=utf-8'],
    ['/feed.json?category=none', 'application/problem+json'],
    ['/opds/category/none', 'text/plain; charset=utf-8'],
    ['/opds/v2/category/none', 'application/problem+json'],
    ['/opds/none', 'text/plain; charset=utf-8'],
    ['/opds/v3', 'text/plain; charset=utf-8'],
    ['/opds/newer', 'text/plain; charset=utf-8'],
    ['/opds/v2/none', 'application/problem+json'],
  ])('is refused in the format of %s', async (path, type) => {
    const response = await library.request(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, type]);
  });

  test('is refused with 503 if the library does not respond', async () => {
    const list = memoryList([], []);
    const unavailableSite = createTestDiscovery({
      ...list,
      lessons: () => Promise.reject(new Error('fetch failed')),
    });
    const response = await unavailableSite.request('/feed.json?lang=ar');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('تعذّر الوصول') });
  });
});

test.each([
  '/feed.xml',
  '/feed.json?category=fiqh',
  '/opds',
  '/opds/all?page=2',
  '/opds/category/fiqh',
  '/opds/search?q=x',
  '/opds/v2/new',
  '/opds/search.xml',
  '/opensearch.xml',
  '/manifest.webmanifest',
  '/sitemap.xml',
  '/sitemap-2.xml',
  '/en/abcdef',
])('a client without budget gets a Retry-After from %s, without a query', async (path) => {
  const rejectRequest = () => Promise.reject(new Error('queried'));
  const list = {
    lessons: rejectRequest,
    lesson: rejectRequest,
    subject: rejectRequest,
    category: rejectRequest,
    categories: rejectRequest,
    findIdByPrefix: rejectRequest,
  };
  const response = await createTestDiscovery(list).request(path, {}, { client: exhaustedClient });
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3']);
});
