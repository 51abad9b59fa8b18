import { expect, test } from 'vitest';
import { categoryRow, lessonRow, memoryList } from '../../../tests/support/memory-list.ts';
import { siteContent as site } from '../../../tests/support/site-content.ts';
import { createPageTemplate } from '../page-template.ts';
import { createPosterPage } from './poster-page.ts';

const fiqh = categoryRow('category1', '<b>Fiqh</b>');
const lesson = lessonRow(1, 'Rules of wudu – أحكام الوضوء.pdf', fiqh);
const poster = createPosterPage({
  template: createPageTemplate(
    '<html lang="en" dir="ltr"><head><!--head--></head><body><!--app--></body></html>',
  ),
  site,
  origin: 'https://example.org',
  list: memoryList([fiqh], [lesson]),
});

test('a poster has the title, a code, and an address that is soon typed', async () => {
  const html = (await poster({ kind: 'lesson', id: 'lesson1' }, 'ar')) ?? '';
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toMatch(/<h1[^>]*>.*Rules of wudu.*<\/h1>/);
  expect(html).toMatch(/<p class="[^"]*" dir="ltr">example.org\/ar\/lesson<\/p>/);
  expect(html).toMatch(/<svg[^>]*role="img" aria-label="example.org\/ar\/lesson"/);
  expect(html).toContain('href="/category/category1/poster?lang=ar"');
  expect(html).toContain('href="/lesson/lesson1?lang=ar"');
  expect(html).not.toContain('<b>');
});

test('of a category there is one too, of nothing there is none', async () => {
  expect(await poster({ kind: 'category', id: 'category1' }, 'en')).toContain('&lt;b&gt;Fiqh&lt;/b&gt;');
  expect(await poster({ kind: 'lesson', id: 'none' }, 'en')).toBeUndefined();
});
