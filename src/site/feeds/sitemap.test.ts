import { readFileSync } from 'node:fs';
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { discoveryOf } from '../../../tests/support/discovery.ts';
import { categoryRow, lessonRow, memoryList } from '../../../tests/support/memory-list.ts';
import { LESSONS_PER_FILE } from './sitemap.ts';

const [fiqh, seerah] = [categoryRow('fiqh', 'Fiqh & manners'), categoryRow('seerah', 'السيرة')];
const lessons = Array.from({ length: 120 }, (_, at) =>
  lessonRow(at, at % 3 ? `Lesson ${at} – درس.pdf` : `آداب المسجد ${at}.pdf`, at % 2 ? fiqh : seerah),
);
const library = discoveryOf(memoryList([fiqh, seerah], lessons));
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
    const large = discoveryOf(memoryList([fiqh], many));
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
