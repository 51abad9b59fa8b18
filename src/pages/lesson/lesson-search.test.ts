import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSite, type SampleLesson } from '../../../tests/support/test-site.ts';
import { lessonMessages } from './messages.ts';

const BOOKS = 40;
const PAGES = 300;
const arabicPages = Array.from({ length: 50 }, (_, at) => (at % 2 ? 'أحكام الصيام' : 'باب الطهارة'));
const lessons: SampleLesson[] = [
  {
    id: 'long',
    fileName: 'Long.pdf',
    category: 'Fiqh',
    pages: [...arabicPages, 'letters: والصيام', 'the fast of Ramadan', 'the fasting of Shawwal'],
  },
  ...Array.from({ length: BOOKS }, (_, at) => ({
    id: `book-${at}`,
    fileName: `Book ${String(at).padStart(2, '0')}.pdf`,
    category: 'Books',
    pages: Array.from({ length: PAGES }, (_, page) => `mercy on page ${page + 1}`),
  })),
];
let site: Awaited<ReturnType<typeof createTestSite>>;
beforeAll(async () => {
  site = await createTestSite(lessons);
});
afterAll(() => site.close());

async function html(path: string, search: string, more: Record<string, string> = {}): Promise<string> {
  const response = await site.request(`${path}?${new URLSearchParams({ search, ...more })}`);
  expect(response.status).toBe(200);
  return response.text();
}
const hitsOf = (text: string) =>
  [...text.matchAll(/class="lesson-entry [^"]*">(?:Page|Possible match on page) (\d+)</g)].map(([, page]) =>
    Number(page),
  );
const linkTo = (text: string, name: string) =>
  new RegExp(
    `<a href="([^"]+)" class="[^"]*text-link">(?:<svg(?:(?!<\\/?a)[^])*?</svg> )?(?:<span[^>]*>)?${name}<`,
  )
    .exec(text)?.[1]
    ?.replaceAll('&amp;', '&');

describe('a search in a lesson', () => {
  test('lists matching pages in order, with quotations, including possible matches', async () => {
    const text = await html('/lesson/long/26', 'الصيام');
    expect(text).toContain('Found on 26 pages.');
    expect(text).toContain('أحكام <mark>الصيام</mark>');
    expect(hitsOf(text)).toEqual(Array.from({ length: 20 }, (_, at) => 2 * at + 2));
    const furtherHref = linkTo(text, 'Further results') ?? '';
    const nextPart = await (await site.request(furtherHref.replace('#hits', ''))).text();
    expect(hitsOf(nextPart)).toEqual([42, 44, 46, 48, 50, 51]);
    expect(nextPart).toContain('Possible match on page 51');
    expect(linkTo(nextPart, 'Earlier results')).toContain('/lesson/long/40?');
  });

  test('links to the next and previous result, and numbers the current one', async () => {
    const onResult = await html('/lesson/long/4', 'صيام');
    expect(onResult).toContain('Result 2 of 26');
    expect(linkTo(onResult, 'Previous result')).toMatch(/^\/lesson\/long\/2\?/);
    expect(linkTo(onResult, 'Next result')).toMatch(/^\/lesson\/long\/6\?.*#page$/);
    const pageWithoutMatch = await html('/lesson/long/5', 'صيام');
    expect(pageWithoutMatch).toContain('Results: 26');
    expect(linkTo(pageWithoutMatch, 'Next result')).toMatch(/^\/lesson\/long\/6\?/);
    const last = await html('/lesson/long/53', 'صيام', { lang: 'ar' });
    expect(last).toContain('النتائج: 26');
    expect(linkTo(last, 'النتيجة السابقة')).toMatch(/^\/lesson\/long\/51\?/);
    expect(linkTo(last, 'النتيجة التالية')).toBeUndefined();
  });

  test('falls back to beginnings of words, then to most of the words, like the library search', async () => {
    expect(hitsOf(await html('/lesson/long', 'shaww'))).toEqual([53]);
    const partialHtml = await html('/lesson/long', 'fasting ramadan');
    expect(partialHtml).toContain('No page has all the words.');
    expect(hitsOf(partialHtml)).toEqual([52, 53]);
    const pageWithoutResults = await html('/lesson/long', 'zakat');
    expect(pageWithoutResults).toContain('No page of this lesson has these words.');
    expect(linkTo(pageWithoutResults, lessonMessages.en.endSearch)).toBe('/lesson/long');
  });

  test('sends no query without words', async () => {
    const isSearch = (queries: string) => queries.includes('"contains"');
    expect(site.sentQueries.some(isSearch)).toBe(true);
    site.sentQueries.length = 0;
    await html('/lesson/long/9', '');
    expect(site.sentQueries.filter(isSearch)).toEqual([]);
    expect(await html('/lesson/long/9', '؟')).not.toContain('id="hits"');
  });
});

describe('in a library of 40 books of 300 pages', () => {
  test('lists every book with the number of its further matching pages', async () => {
    const books: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const text = await html('/', 'mercy', { in: 'text', page: String(page) });
      books.push(
        ...[...text.matchAll(/href="\/lesson\/(book-\d+)\?search=mercy#hits"[^>]*>and 297 more pages</g)].map(
          ([, id]) => String(id),
        ),
      );
    }
    expect(new Set(books).size).toBe(BOOKS);
  });

  test('reaches every matching page from its book', async () => {
    const pageNumbers: number[] = [];
    let next: string | undefined = '/lesson/book-39?search=mercy';
    while (next !== undefined) {
      const text = await (await site.request(next)).text();
      expect(text).toContain('Found on 300 pages.');
      pageNumbers.push(...hitsOf(text));
      next = linkTo(text, 'Further results')?.replace('#hits', '');
    }
    expect(pageNumbers).toEqual(Array.from({ length: PAGES }, (_, at) => at + 1));
  });
});
