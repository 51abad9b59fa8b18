import { readFileSync } from 'node:fs';
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { createLargeLibrary, createTestDiscovery } from '../../../tests/support/discovery.ts';
import { categoryRow, lessonRow, memoryList } from '../../../tests/support/memory-list.ts';
import { LESSONS_PER_FILE, robotsText } from './well-known.ts';

/** Whether robots.txt lets a crawler fetch a path, by RFC 9309 section 2.2. */
function mayFetch(crawler: string, path: string): boolean {
  const groups = robotsText('https://example.org/sitemap.xml').split('\n\n');
  const agentsOf = (group: string) => group.split('\n').filter((line) => line.startsWith('User-agent: '));
  const group =
    groups.find((group) => agentsOf(group).includes(`User-agent: ${crawler}`)) ??
    groups.find((group) => agentsOf(group).includes('User-agent: *'));
  const disallowed = [...(group ?? '').matchAll(/^Disallow: (.+)$/gm)].map(([, pattern = '']) => pattern);
  return !disallowed.some((pattern) =>
    new RegExp(`^${pattern.replaceAll(/[.?+/]/g, '\\$&').replaceAll('*', '.*')}`).test(path),
  );
}

test.each([
  '/',
  '/?lang=ar',
  '/?category=c1',
  '/?lang=ar&category=c1',
  '/?page=2',
  '/lesson/x',
  '/lesson/x/2?lang=ar',
  '/lesson/x.pdf',
  '/share/lesson-x-en-0123456789abcdef.jpg',
  '/feed.xml',
])('search engines may read %s', (path) => expect(mayFetch('Googlebot', path)).toBe(true));

test.each([
  '/?search=wudu',
  '/?lang=ar&search=wudu',
  '/?category=c1&sort=fileName-desc',
  '/?sort=$createdAt-desc',
  '/?search=x&exact=1',
  '/v1/tablesdb/library/tables/files/rows',
  '/lesson/x/1-800.webp?v=f',
  '/lesson/x/1-q2-3.jpg?v=f',
  '/lesson/x?from=1&to=1',
  '/category/c1.zip?lang=ar',
  '/opds/all',
])('search engines skip %s', (path) => expect(mayFetch('Googlebot', path)).toBe(false));

test.each(['/?search=wudu', '/lesson/x', '/share/lesson-x-en-0123456789abcdef.jpg'])(
  'link previews may read %s',
  (path) => {
    for (const crawler of ['facebookexternalhit', 'WhatsApp', 'Twitterbot', 'TelegramBot'])
      expect(mayFetch(crawler, path)).toBe(true);
  },
);

const { lessons, read } = createLargeLibrary();
const parseXml = (text: string) => XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NONET });

describe('the sitemap', () => {
  /** Loads a schema of sitemaps.org that does not validate elements of other namespaces. */
  const schema = (name: string) => {
    const xsd = readFileSync(
      new URL(`../../../node_modules/sitemap/schema/${name}`, import.meta.url),
      'utf8',
    );
    return XsdValidator.fromDoc(
      parseXml(xsd.replaceAll('processContents="strict"', 'processContents="lax"')),
    );
  };

  test('matches its schema, and each page links to both languages and the default one', async () => {
    const document = parseXml(await read('/sitemap.xml'));
    schema('sitemap.xsd').validate(document);
    const names = { s: 'http://www.sitemaps.org/schemas/sitemap/0.9', x: 'http://www.w3.org/1999/xhtml' };
    const contentsOf = (path: string) => document.root.find(path, names).map((node) => node.content);
    expect(contentsOf('s:url/s:loc')).toHaveLength(2 * (1 + 2 + 120));
    expect(contentsOf('s:url[s:loc="https://example.org/lesson/lesson7?lang=ar"]/s:lastmod')).toEqual([
      lessons[7]?.$updatedAt,
    ]);
    const alternateLinks = '[s:loc="https://example.org/?lang=ar&category=fiqh"]/x:link[@rel="alternate"]/@';
    expect(contentsOf(`s:url${alternateLinks}hreflang`)).toEqual(['en', 'ar', 'x-default']);
    expect(contentsOf(`s:url${alternateLinks}href`)).toEqual([
      'https://example.org/?category=fiqh',
      'https://example.org/?lang=ar&category=fiqh',
      'https://example.org/?category=fiqh',
    ]);
  });

  test('of a large library is split into files far below the limits', async () => {
    const fiqh = categoryRow('fiqh', 'Fiqh');
    const many = Array.from({ length: 2 * LESSONS_PER_FILE + 1 }, (_, index) =>
      lessonRow(index, `${index}.pdf`, fiqh),
    );
    const largeSite = createTestDiscovery(memoryList([fiqh], many));
    const readLarge = async (path: string) => (await largeSite.request(path)).text();
    const locations = (text: string) =>
      [...text.matchAll(/<loc>([^<]*)/g)].map(([, location = '']) => location);
    const files = locations(await readLarge('/sitemap.xml'));
    expect(files).toEqual([1, 2, 3].map((file) => `https://example.org/sitemap-${file}.xml`));
    const pages = [];
    for (const file of files) {
      const text = await readLarge(new URL(file).pathname);
      expect(locations(text).length).toBeLessThan(50_000);
      expect(Buffer.byteLength(text)).toBeLessThan(50_000_000);
      pages.push(...locations(text));
    }
    expect(new Set(pages).size).toBe(2 * (1 + 1 + many.length));
    expect((await largeSite.request('/sitemap-4.xml')).status).toBe(404);
  });

  test('has no file without pages, even if none of the rows in a file can be shown', async () => {
    const fiqh = categoryRow('fiqh', 'Fiqh');
    const list = memoryList(
      [fiqh],
      Array.from({ length: LESSONS_PER_FILE + 1 }, (_, index) => lessonRow(index, `${index}.pdf`, fiqh)),
    );
    const site = createTestDiscovery({
      ...list,
      async lessons(query) {
        const page = await list.lessons(query);
        return { ...page, rows: page.rows.filter(({ fileName }) => fileName !== `${LESSONS_PER_FILE}.pdf`) };
      },
    });
    expect(await (await site.request('/sitemap.xml')).text()).toContain('sitemap-2.xml');
    const response = await site.request('/sitemap-2.xml');
    expect(response.status).toBe(200);
    const document = parseXml(await response.text());
    schema('sitemap.xsd').validate(document);
    expect(document.root.find('s:url', { s: 'http://www.sitemaps.org/schemas/sitemap/0.9' })).toHaveLength(2);
  });
});
