import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogs } from '#web/i18n/catalogs.ts';
import { defaultCategoriesFilter } from '#web/library/files-page.ts';
import { listCategories } from '#web/library/library-queries.ts';
import { siteContent } from '../../tests/support/site-content.ts';
import { createTestSite } from '../../tests/support/test-site.ts';

let site: Awaited<ReturnType<typeof createTestSite>>;
beforeAll(async () => {
  const lessons = [
    { id: 'lesson1', fileName: 'Lesson.pdf', category: 'Fiqh', pages: ['The book of zakat'] },
    { id: 'lesson2', fileName: 'Other.pdf', category: 'Manners', pages: ['Two bookcases, a notebook'] },
  ];
  site = await createTestSite(lessons);
});
afterAll(() => site.close());

test.each([
  ['of characters with two code units each', '😀'.repeat(256)],
  ['of a character that folds to four words', 'ﷺ'.repeat(63)],
  ['of letters that are two in the other keyboard layout', 'b'.repeat(256)],
  ['in quotes', `"${'ﷺ '.repeat(100)}"`],
])('a long search %s finds nothing and does not fail', async (_, search) => {
  for (const language of ['en', 'ar'] as const) {
    for (const more of ['', '&exact=1', '&in=text']) {
      const response = await site.request(`/?lang=${language}&search=${encodeURIComponent(search)}${more}`);
      const html = await response.text();
      expect(html).not.toContain('aria-busy="true"');
      expect(html).toContain(catalogs[language].noFiles);
    }
  }
});

test('a word of the library is not matched as a prefix in a category that lacks the word', async () => {
  const listQuotes = async (search: string, category: string) =>
    (await (await site.request(`/?in=text&search=${search}&category=category-${category}`)).text()).match(
      /<mark>[^<]*/g,
    );
  expect(await listQuotes('book', '0')).toEqual(['<mark>book']);
  expect(await listQuotes('book', '1')).toBeNull();
  expect(await listQuotes('noteb', '1')).toEqual(['<mark>notebook']);
});

test('marks the language of the nearest title', async () => {
  expect(await (await site.request('/?lang=ar&search=lessan')).text()).toContain(
    '<bdi lang="en">Lesson</bdi>',
  );
  expect(await (await site.request('/?search=lessan')).text()).toContain('<bdi>Lesson</bdi>');
});

describe('categories named in both scripts', () => {
  const names = ['Creed', 'Fiqh – الفقه', 'Hadith', 'Manners', 'Seerah', 'التجويد – Tajweed', 'التفسير'];
  const lessons = names.map((category, index) => ({ id: `l${index}`, fileName: `${index}.pdf`, category }));
  let orderedSite: typeof site;
  beforeAll(async () => {
    const order = ['التجويد – Tajweed', 'Seerah', 'Fiqh – الفقه'];
    orderedSite = await createTestSite(lessons, {}, { ...siteContent, categories: order });
  });
  afterAll(() => orderedSite.close());
  /** Returns the visible text of a page, with a bar for each tag. */
  const visibleTextOf = async (path: string) =>
    (await (await orderedSite.request(path)).text())
      .replaceAll(/<script[\s\S]*?<\/script>/g, '')
      .replaceAll(/<[^>]*>/g, '|')
      .replaceAll(/[\u2068\u2069]/g, '');

  test('are shown only in the language of the page', async () => {
    for (const path of ['/', '/?category=category-1', '/lesson/l1', '/?search=x&category=category-1']) {
      const separator = path.includes('?') ? '&' : '?';
      const [en, ar] = [await visibleTextOf(path), await visibleTextOf(`${path}${separator}lang=ar`)];
      expect([path, en.includes('Fiqh'), en.includes('الفقه')]).toEqual([path, true, false]);
      expect([path, ar.includes('Fiqh'), ar.includes('الفقه')]).toEqual([path, false, true]);
    }
  });

  test('are listed in the owner’s order, then by name', async () => {
    const categoriesIn = (page: string) =>
      [...page.matchAll(/\|(Creed|Fiqh|Hadith|Manners|Seerah|Tajweed|التفسير)\|/g)].map(([, name]) => name);
    const categories = categoriesIn((await visibleTextOf('/')).split('Search files')[0] ?? '');
    expect(categories).toEqual(['Tajweed', 'Seerah', 'Fiqh', 'Creed', 'Hadith', 'Manners', 'التفسير']);
  });

  test('keep the full name in the row, and are found by either half', async () => {
    for (const search of ['fiqh', 'الفقة', 'Fiqh – الفقه']) {
      const { rows } = await listCategories(orderedSite.library, { ...defaultCategoriesFilter, search });
      expect(rows.map(({ categoryName }) => categoryName)).toEqual(['Fiqh – الفقه']);
    }
  });
});

test('the embedded page lists the newest lessons of a category, and opens links in a new tab', async () => {
  const html = await (await site.request('/embed?category=category-0&lang=ar')).text();
  expect(html).toContain('<base target="_blank"/>');
  expect(html).toMatch(/<h1[^>]*><bdi lang="en">Fiqh<\/bdi><\/h1>/);
  expect(html).toMatch(/<article class="card">[\s\S]*href="\/lesson\/lesson1\.pdf"/);
  expect(html).not.toContain('lesson2');
  expect(html).toContain('href="/?lang=ar&amp;category=category-0"');
  expect(html).not.toContain('id="state"');
  expect(await (await site.request('/embed')).text()).toContain('lesson2');
  expect((await site.request('/embed?category=none')).status).toBe(404);
});
