import { createRequire } from 'node:module';
import type { OPDSFeed } from 'opds-feed-parser';
import { describe, expect, test } from 'vitest';
import { createLargeLibrary } from '../../../tests/support/discovery.ts';

const { read } = createLargeLibrary();

describe('the catalog', () => {
  test('at /opds links to the newest lessons, to all, and to each category', async () => {
    const start = await readOpds(await read('/opds'));
    expect(start.constructor.name).toBe('NavigationFeed');
    expect(start.entries.map(({ links }) => links[0]?.href)).toEqual([
      'https://example.org/opds/new',
      'https://example.org/opds/all',
      'https://example.org/opds/category/fiqh',
      'https://example.org/opds/category/seerah',
    ]);
    expect(await read('/opds/')).toBe(await read('/opds'));
  });

  test('has pages of 50 lessons, each with cover and PDF', async () => {
    const page = await readOpds(await read('/opds/all?lang=ar&page=2'));
    expect(page.constructor.name).toBe('AcquisitionFeed');
    expect(page.entries).toHaveLength(50);
    const link = (rel: string) => page.links.find((link) => link.rel === rel)?.href;
    expect(link('next')).toBe('https://example.org/opds/all?lang=ar&page=3');
    expect(link('previous')).toBe('https://example.org/opds/all?lang=ar');
    expect(link('search')).toBe('https://example.org/opds/search.xml?lang=ar');
    expect(page.entries[0]?.links.map(({ rel, type }) => [rel, type])).toEqual([
      ['alternate', 'text/html'],
      ['http://opds-spec.org/image', 'image/jpeg'],
      ['http://opds-spec.org/image/thumbnail', 'image/jpeg'],
      ['http://opds-spec.org/acquisition/open-access', 'application/pdf'],
    ]);
    // A page number past the end returns the last page.
    expect(await read('/opds/all?page=900')).toBe(await read('/opds/all?page=3'));
  });

  test('has the same content in OPDS 2.0', async () => {
    for (const path of ['', '/new', '/all?page=3', '/category/seerah?lang=ar', '/search?q=Lesson']) {
      const [atom, json] = [
        await readOpds(await read(`/opds${path}`)),
        JSON.parse(await read(`/opds/v2${path}`)),
      ];
      const titles = (json.publications ?? []).map(
        (publication: { metadata: { title: string } }) => publication.metadata.title,
      );
      const linkTitles = (json.navigation ?? []).map(({ title }: { title: string }) => title);
      expect([...linkTitles, ...titles]).toEqual(atom.entries.map(({ title }) => title));
      expect(json.metadata.title).toBe(atom.title);
      const relations = (links: { rel: string }[]) => links.map(({ rel }) => rel).sort();
      expect(relations(json.links)).toEqual(relations(atom.links));
    }
  });

  test('finds lessons, and links to the start if there are none', async () => {
    const text = await read('/opds/search.xml');
    expect(text).toContain('template="https://example.org/opds/search?q={searchTerms}"');
    const { links } = JSON.parse(await read('/opds/v2'));
    expect(links).toContainEqual(
      expect.objectContaining({
        rel: 'search',
        href: 'https://example.org/opds/v2/search?q={query}',
        templated: true,
      }),
    );
    expect((await readOpds(await read('/opds/search?q=%D8%A2%D8%AF%D8%A7%D8%A8'))).entries).toHaveLength(40);
    const emptyFeed = JSON.parse(await read('/opds/v2/search?q=nothing'));
    expect(emptyFeed.publications).toBeUndefined();
    expect(emptyFeed.navigation).toHaveLength(1);
  });
});

// A CommonJS package with several exports.
const { default: Parser } = createRequire(import.meta.url)('opds-feed-parser') as {
  default: new () => { parse(text: string): Promise<unknown> };
};

/** Parses a catalog page as a reading app does. */
async function readOpds(text: string): Promise<OPDSFeed> {
  return (await new Parser().parse(text)) as OPDSFeed;
}
