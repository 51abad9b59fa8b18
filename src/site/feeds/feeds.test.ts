import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { describe, expect, test } from 'vitest';
import { createLargeLibrary, createTestDiscovery } from '../../../tests/support/discovery.ts';
import { categoryRow, lessonRow, memoryList } from '../../../tests/support/memory-list.ts';

const { lessons, app: library, read } = createLargeLibrary();

describe('a feed', () => {
  test.each([
    ['/feed.xml', 50, 'Sheikh Example: new lessons', 'https://example.org/'],
    ['/feed.xml?lang=ar', 50, 'الشيخ فلان: دروس جديدة', 'https://example.org/?lang=ar'],
    [
      '/feed.xml?category=fiqh',
      50,
      'Sheikh Example: new lessons in Fiqh & manners',
      'https://example.org/?category=fiqh',
    ],
  ])('%s has the newest lessons as Atom', async (path, count, title, home) => {
    const feed = parseAtomFeed(await read(path));
    expect(feed.title).toMatchObject({ value: title });
    expect(feed.entries).toHaveLength(count);
    expect(feed.updated).toBe(lessons.at(-1)?.$updatedAt);
    const hrefsOf = (rel: string) => feed.links?.filter((link) => link.rel === rel).map(({ href }) => href);
    expect(hrefsOf('self')).toEqual([`https://example.org${path}`]);
    expect(hrefsOf('alternate')).toContain(home);
    expect(feed.entries?.[0]).toMatchObject({
      id: 'https://example.org/lesson/lesson119',
      title: { value: 'Lesson 119 – درس' },
      links: [
        { rel: 'alternate', href: expect.stringMatching(/\/lesson\/lesson119(\?lang=ar)?$/) },
        {
          rel: 'enclosure',
          href: 'https://example.org/lesson/lesson119.pdf',
          type: 'application/pdf',
          length: 1119,
        },
      ],
    });
  });

  test('has the newest lessons of a category as JSON Feed', async () => {
    const text = await read('/feed.json?lang=ar&category=seerah');
    expect(JSON.parse(text).version).toBe('https://jsonfeed.org/version/1.1');
    const feed = parseJsonFeed(text);
    expect(feed).toMatchObject({
      title: 'الشيخ فلان: دروس جديدة في السيرة',
      language: 'ar',
      feed_url: 'https://example.org/feed.json?lang=ar&category=seerah',
    });
    expect(feed.items?.map(({ tags }) => tags)).toEqual(Array(50).fill(['السيرة']));
    expect(feed.items?.[0]).toMatchObject({
      url: 'https://example.org/lesson/lesson118?lang=ar',
      image: expect.stringMatching(/^https:\/\/example.org\/share\/lesson-lesson118-ar-[0-9a-f]{10}\.jpg$/),
      attachments: [{ mime_type: 'application/pdf', size_in_bytes: 1118 }],
    });
  });

  test('shows the half of a category name in its language', async () => {
    const prayer = categoryRow('prayer', 'Prayer – الصلاة');
    const app = createTestDiscovery(memoryList([prayer], [lessonRow(1, 'One.pdf', prayer)]));
    for (const path of ['/feed.json?category=prayer', '/opds/v2', '/opds/v2/category/prayer'])
      for (const [lang, half, otherHalf] of [
        ['en', 'Prayer', 'الصلاة'],
        ['ar', 'الصلاة', 'Prayer'],
      ] as const) {
        const response = await app.request(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`);
        const text = await response.text();
        expect([path, text.includes(half), text.includes(otherHalf)]).toEqual([path, true, false]);
      }
  });

  test('redirects a person who opens it in a browser to the page about feeds', async () => {
    const headers = { 'Sec-Fetch-Dest': 'document' };
    const response = await library.request('/feed.xml?lang=ar&category=fiqh', { headers });
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/follow?lang=ar&category=fiqh',
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('can be read by other sites, and is revalidated', async () => {
    const first = await library.request('/feed.xml');
    expect(first.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect(first.headers.get('content-security-policy')).toContain('sandbox');
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
    expect((await library.request('/feed.xml', { headers })).status).toBe(304);
  });
});
