import { readFileSync } from 'node:fs';
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { createTestDiscovery } from '../../../tests/support/discovery.ts';
import { categoryRow, lessonRow, memoryList } from '../../../tests/support/memory-list.ts';
import { LESSONS_PER_FILE, robotsText } from './well-known.ts';

/** Returns the rules of a crawler's group, read by RFC 9309 section 2.2. */
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
])('a search engine may read %s', (path) => expect(mayFetch('Googlebot', path)).toBe(true));

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
])('a search engine leaves %s', (path) => expect(mayFetch('Googlebot', path)).toBe(false));

test.each(['/?search=wudu', '/lesson/x', '/share/lesson-x-en-0123456789abcdef.jpg'])(
  'a link to %s that somebody shares is shown with its picture',
  (path) => {
    for (const crawler of ['facebookexternalhit', 'WhatsApp', 'Twitterbot', 'TelegramBot'])
      expect(mayFetch(crawler, path)).toBe(true);
  },
);

const [fiqh, seerah] = [categoryRow('fiqh', 'Fiqh & manners'), categoryRow('seerah', 'السيرة')];
const lessons = Array.from({ length: 120 }, (_, at) =>
  lessonRow(at, at % 3 ? `Lesson ${at} – درس.pdf` : `آداب المسجد ${at}.pdf`, at % 2 ? fiqh : seerah),
);
const library = createTestDiscovery(memoryList([fiqh, seerah], lessons));
const read = async (path: string, app = library) => (await app.request(path)).text();
const parsed = (text: string) => XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NONET });

describe('the sitemap', () => {
  /** A schema of sitemaps.org; elements of other namespaces have their own schemas. */
  const schema = (name: string) => {
    const xsd = readFileSync(
      new URL(`../../../node_modules/sitemap/schema/${name}`, import.meta.url),
      'utf8',
    );
    return XsdValidator.fromDoc(parsed(xsd.replaceAll('processContents="strict"', 'processContents="lax"')));
  };

  test('keeps to its schema; every page names itself, its twin, and which one is for everybody else', async () => {
    const document = parsed(await read('/sitemap.xml'));
    schema('sitemap.xsd').validate(document);
    const names = { s: 'http://www.sitemaps.org/schemas/sitemap/0.9', x: 'http://www.w3.org/1999/xhtml' };
    const at = (path: string) => document.root.find(path, names).map((node) => node.content);
    expect(at('s:url/s:loc')).toHaveLength(2 * (1 + 2 + 120));
    expect(at('s:url[s:loc="https://example.org/lesson/lesson7?lang=ar"]/s:lastmod')).toEqual([
      lessons[7]?.$updatedAt,
    ]);
    const twins = '[s:loc="https://example.org/?lang=ar&category=fiqh"]/x:link[@rel="alternate"]/@';
    expect(at(`s:url${twins}hreflang`)).toEqual(['en', 'ar', 'x-default']);
    expect(at(`s:url${twins}href`)).toEqual([
      'https://example.org/?category=fiqh',
      'https://example.org/?lang=ar&category=fiqh',
      'https://example.org/?category=fiqh',
    ]);
  });

  test('of a large library comes in files, each far below what one may hold', async () => {
    const many = Array.from({ length: 2 * LESSONS_PER_FILE + 1 }, (_, at) =>
      lessonRow(at, `${at}.pdf`, fiqh),
    );
    const large = createTestDiscovery(memoryList([fiqh], many));
    const places = (text: string) => [...text.matchAll(/<loc>([^<]*)/g)].map(([, place = '']) => place);
    const files = places(await read('/sitemap.xml', large));
    expect(files).toEqual([1, 2, 3].map((file) => `https://example.org/sitemap-${file}.xml`));
    const pages = [];
    for (const file of files) {
      const text = await read(new URL(file).pathname, large);
      expect(places(text).length).toBeLessThan(50_000);
      expect(Buffer.byteLength(text)).toBeLessThan(50_000_000);
      pages.push(...places(text));
    }
    expect(new Set(pages).size).toBe(2 * (1 + 1 + many.length));
    expect((await large.request('/sitemap-4.xml')).status).toBe(404);
  });
});
