import { expect, test } from 'vitest';
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

test('offers a feed of the whole library, but none of an unknown category', async () => {
  const state = await loadFollowState(list, facts, undefined, 'en');
  expect(state && renderFollowPage(state, 'en').app).toContain('value="https://example.org/feed.xml"');
  expect(await loadFollowState(list, facts, 'none', 'en')).toBeUndefined();
});
