import { expect, test } from 'vitest';
import type { Language } from '#contract/language.ts';
import type { PosterSubject } from '#contract/urls.ts';
import { categoryRow, lessonRow, memoryList } from '../../../tests/support/memory-list.ts';
import { siteContent as site } from '../../../tests/support/site-content.ts';
import { chooseTitleSize, loadLibraryListState, loadPosterState } from './load.server.ts';
import { posterMessages } from './messages.ts';
import { renderLibraryListPage, renderPosterPage } from './page.server.tsx';

const fiqh = categoryRow('category1', '<b>Fiqh</b>');
const list = memoryList([fiqh], [lessonRow(1, 'Rules of wudu – أحكام الوضوء.pdf', fiqh)]);
const renderPoster = async (subject: PosterSubject, language: Language) => {
  const state = await loadPosterState({ site, origin: 'https://example.org', list }, subject, language);
  return state && renderPosterPage(state, language).app;
};

test('a poster has the title, a QR code and a short address', async () => {
  const html = (await renderPoster({ kind: 'lesson', id: 'lesson1' }, 'ar')) ?? '';
  expect(html).toMatch(/<h1[^>]*>.*Rules of wudu.*أحكام الوضوء.*<\/h1>/);
  expect(html).toContain('<p class="poster-address" dir="ltr">example.org/ar/lesson</p>');
  expect(html).toMatch(/<svg[^>]*role="img" aria-label="example.org\/ar\/lesson"/);
  // Names and instructions are in both languages.
  for (const language of ['en', 'ar'] as const)
    for (const text of [site.preacherName[language], posterMessages[language].scan])
      expect(html).toContain(text);
  expect(html).toContain('href="/category/category1/poster?lang=ar"');
  expect(html).toContain('href="/lesson/lesson1?lang=ar"');
  expect(html).not.toContain('<b>');
});

test('a category has a poster, an unknown lesson does not', async () => {
  expect(await renderPoster({ kind: 'category', id: 'category1' }, 'en')).toContain(
    '&lt;b&gt;Fiqh&lt;/b&gt;',
  );
  expect(await renderPoster({ kind: 'lesson', id: 'none' }, 'en')).toBeUndefined();
});

test('a title has the largest font size that fits', () => {
  expect(chooseTitleSize('Wudu')).toBe(1);
  expect(chooseTitleSize('A title that takes two lines in the largest letters')).toBeGreaterThan(1);
  expect(chooseTitleSize('أ'.repeat(250))).toBeGreaterThan(5);
});

test('the sheet of the library lists its lessons by category, each with its short code', async () => {
  const state = await loadLibraryListState({ site, origin: 'https://example.org', list }, 'en');
  expect(state.categories.map(({ lessons }) => lessons)).toEqual([
    [{ id: 'lesson1', title: 'Rules of wudu – أحكام الوضوء', code: 'lesson' }],
  ]);
  const html = renderLibraryListPage(state, 'en').app;
  expect(html).toContain('\u2066example.org/en/\u2069');
  expect(html).toContain('&lt;b&gt;Fiqh&lt;/b&gt;');
});

test('the sheet of the library lists every lesson once, with its code, even after a row that cannot be shown', async () => {
  const rows = Array.from({ length: 600 }, (_, at) => lessonRow(at, `Lesson ${at}.pdf`, fiqh));
  const listWithInvalidRow: typeof list = {
    ...list,
    lessons: async ({ limit, skip = 0 }) => {
      const page = rows.slice(skip, skip + limit);
      const shownRows = page.filter(({ $id }) => $id !== 'lesson7');
      return { rows: shownRows, rowCount: page.length, total: rows.length };
    },
  };
  const sources = { site, origin: 'https://example.org', list: listWithInvalidRow };
  const { categories, unlistedCount } = await loadLibraryListState(sources, 'en');
  const ids = categories.flatMap(({ lessons }) => lessons.map(({ id }) => id));
  expect(ids).toHaveLength(599);
  expect(new Set(ids).size).toBe(599);
  expect(unlistedCount).toBe(0);
  expect(categories[0]?.lessons.at(-1)?.code).toBe('lesson599');
});
