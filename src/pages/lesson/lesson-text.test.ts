import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LessonPages } from '#site/pictures/lesson-drawings.ts';
import { createTestSite, type SampleLesson } from '../../../tests/support/test-site.ts';

const line = 'Mercy is the root of every good trait, and the one who shows none is shown';
const BOOK_PAGES = 130;
const lessons: SampleLesson[] = [
  {
    id: 'short',
    fileName: 'Short.pdf',
    category: 'Manners',
    pages: [
      `On mercy\n${line} none.\n• Feed the hungry\n• Greet`,
      'letters: smudged',
      'الحال\tالحكم\nالمسافر\tيفطر',
      'باب الرحمة\n<b>الراحمون</b> يرحمهم الرحمن',
    ],
  },
  {
    id: 'book',
    fileName: 'Book.pdf',
    category: 'Manners',
    pages: Array.from({ length: BOOK_PAGES }, (_, page) => `Words of page ${page + 1}`),
  },
  {
    id: 'bilingual',
    fileName: 'Bilingual.pdf',
    category: 'Manners',
    pages: ['• Fasting\n• الصيام', 'Dawn\tالفجر\nSunset\tالمغرب'],
  },
  { id: 'numbers', fileName: 'Numbers.pdf', category: 'Manners', pages: ['1446 – 2025'] },
  { id: 'unread', fileName: 'Unread.pdf', category: 'Manners' },
];
const counts: Record<string, number> = { short: 4, bilingual: 2, book: BOOK_PAGES, numbers: 1, unread: 2 };
const lessonPages: Pick<LessonPages, 'outline'> = {
  outline: async (fileId) => ({
    pages: Array(counts[fileId.replace('file-', '')]).fill({ width: 600, height: 800 }),
    contents: [],
  }),
};

let site: Awaited<ReturnType<typeof createTestSite>>;
beforeAll(async () => {
  site = await createTestSite(lessons, lessonPages);
});
afterAll(() => site.close());

const html = async (path: string) => (await site.request(path)).text();
const numbers = (text: string) => [...text.matchAll(/ id="page-(\d+)"/g)].map(([, page]) => Number(page));

test('renders a single line as a paragraph, because screen readers announce each list', async () => {
  const text = await html('/lesson/book?as=text');
  expect(text).toContain('<p dir="ltr">Words of page 1</p>');
  expect(text).not.toContain('class="text-lines"');
});

test('renders the text of a lesson page by page, with headings, lists and tables', async () => {
  const text = await html('/lesson/short?as=text');
  expect(numbers(text)).toEqual([1, 2, 3, 4]);
  expect(text).toContain('>On mercy</h2>');
  expect(text).toContain(`>${line} none.</p>`);
  expect(text).toContain('<li>• Feed the hungry</li><li>• Greet</li>');
  expect(text).toContain('href="/lesson/short/4#page" class="text-link" data-picture="true">Page 4</a>');
  expect(text).toContain('<ul dir="rtl" class="text-lines"><li lang="ar">باب الرحمة</li>');
  expect(text).toContain(
    '<figure class="text-table" aria-label="Table" tabindex="0" dir="rtl"><table lang="ar">',
  );
  expect(text).toContain('<td dir="rtl">المسافر</td><td dir="rtl">يفطر</td>');
  expect(text).toContain('<span>&lt;b&gt;</span>');
  expect(text).not.toContain('smudged');
  expect(text).toContain('This page can only be shown as a picture.');
});

test('names the language of each item and cell in a block of both languages', async () => {
  const text = await html('/lesson/bilingual?as=text');
  expect(text).toContain('<li>• Fasting</li><li dir="rtl" lang="ar">• الصيام</li>');
  expect(text).toContain('<td dir="ltr">Dawn</td><td dir="rtl" lang="ar">الفجر</td>');
});

test('sets a block without letters in the direction of the interface', async () => {
  for (const [language, direction] of [
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ])
    expect(await html(`/lesson/numbers?as=text&lang=${language}`)).toMatch(
      new RegExp(`<(?:p|h2) dir="${direction}"[^>]*>1446 – 2025<`),
    );
});

test('pages and text link to each other, and the text has the page as its canonical address', async () => {
  expect(await html('/lesson/short/3')).toContain('href="/lesson/short?as=text#page-3"');
  const text = await html('/lesson/short/3?as=text&lang=ar');
  expect(text).toContain('href="/lesson/short/3?lang=ar#page"');
  expect(text).toContain('<link rel="canonical" href="https://example.org/lesson/short/3?lang=ar"/>');
  expect(text).toMatch(/<a hrefLang="en"[^>]* href="\/lesson\/short\/3\?lang=en&amp;as=text"/);
  expect(await html('/lesson/unread')).not.toContain('as=text');
});

test('splits the text of a long book into parts', async () => {
  const part = await html('/lesson/book/61?as=text');
  expect(numbers(part)).toEqual(Array.from({ length: 60 }, (_, at) => 61 + at));
  expect(part).toContain('href="/lesson/book?as=text#page-60"');
  expect(part).toContain('href="/lesson/book/121?as=text#page-121"');
  expect(numbers(await html('/lesson/book/130?as=text'))).toHaveLength(10);
  expect((await site.request('/lesson/book/131?as=text')).status).toBe(404);
});

test('renders links for text sizes from 100 to 300 percent', async () => {
  const largest = await html('/lesson/short?as=text&size=300');
  expect(largest).toContain('text-size-300');
  expect(largest).toContain('href="/lesson/short?as=text&amp;size=250#page"');
  expect(largest.match(/data-size="1"/g)).toHaveLength(1);
  expect(largest).not.toMatch(/href="[^"]*" data-size="1"/);
  for (const size of ['99', '1e9', '-1', '<'])
    expect(await html(`/lesson/short?as=text&size=${encodeURIComponent(size)}`)).toContain('text-size-100');
});

test('marks searched words in the text, and links each result to its page in the text', async () => {
  const text = await html('/lesson/short?as=text&search=mercy');
  expect(text).toContain('<h2 dir="ltr">On <mark>mercy</mark></h2>');
  expect(text).toContain('href="/lesson/short?search=mercy&amp;as=text#page-1"');
  expect(text).toContain('<input type="hidden" name="as" value="text"/>');
});

test('shows a notice on each page of a lesson without text', async () => {
  expect(await html('/lesson/unread?as=text')).toContain('This page can only be shown as a picture.');
});
