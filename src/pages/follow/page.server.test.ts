import { expect, test } from 'vitest';
import type { Language } from '#contract/language.ts';
import { categoryRow, lessonRow, memoryList } from '../../../tests/support/memory-list.ts';
import { siteContent as site } from '../../../tests/support/site-content.ts';
import { loadFollowState, renderFollowPage } from './page.server.tsx';

const fiqh = categoryRow('category1', 'Fiqh – الفقه');
const list = memoryList([fiqh], [lessonRow(1, 'Rules of <i>wudu</i>.pdf', fiqh)]);
const facts = { route: 'lesson' as const, origin: 'https://example.org', year: 2026, site };

test('shows the address of a category’s feed and its newest lessons', async () => {
  const state = await loadFollowState(list, facts, 'category1', 'ar');
  const html = state ? renderFollowPage(state, 'ar').app : '';
  expect(html).toContain('value="https://example.org/feed.xml?lang=ar&amp;category=category1"');
  expect(html).toContain('تابع جديد التصنيف «\u2068الفقه\u2069»');
  expect(html).toContain('href="/lesson/lesson1?lang=ar"');
  expect(html).toContain('Rules of &lt;i&gt;wudu');
});

test('names the category or the library to which its last link leads', async () => {
  const render = async (categoryId: string | undefined, language: Language) => {
    const state = await loadFollowState(list, facts, categoryId, language);
    return state ? renderFollowPage(state, language).app : '';
  };
  expect(await render('category1', 'en')).toContain('>Back to \u2068Fiqh\u2069</a>');
  expect(await render('category1', 'ar')).toContain('>العودة إلى التصنيف «\u2068الفقه\u2069»</a>');
  expect(await render(undefined, 'en')).toContain('>Back to the library</a>');
  expect(await render(undefined, 'ar')).toContain('>العودة إلى المكتبة</a>');
});

test('offers a feed of the whole library, but none of an unknown category', async () => {
  const state = await loadFollowState(list, facts, undefined, 'en');
  expect(state && renderFollowPage(state, 'en').app).toContain('value="https://example.org/feed.xml"');
  expect(await loadFollowState(list, facts, 'none', 'en')).toBeUndefined();
});

test('confirms a copied address with a sentence that ends with a period in both languages', async () => {
  for (const language of ['en', 'ar'] as const) {
    const state = await loadFollowState(list, facts, undefined, language);
    expect(state && renderFollowPage(state, language).app).toMatch(/data-copied="[^"]+\." data-not-copied/);
  }
});
