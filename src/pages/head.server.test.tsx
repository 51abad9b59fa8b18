import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '#contract/language.ts';
import type { LibraryFile } from '#contract/rows.ts';
import { parseShareCard } from '#contract/urls.ts';
import { categoryRow, lessonRow } from '../../tests/support/memory-list.ts';
import { siteContent as site } from '../../tests/support/site-content.ts';
import { createTestSite } from '../../tests/support/test-site.ts';
import { createSharedHead, Head } from './head.server.tsx';

const origin = 'https://example.org';
const fiqh = categoryRow('c1', 'Fiqh');

function headOf(fileName: string, language: 'en' | 'ar', listed = true) {
  const sharedHead = createSharedHead(
    { site, origin, isListed: listed },
    language,
    fiqh,
    lessonRow(1, fileName, fiqh),
  );
  const hrefs = { en: '/lesson/lesson1', ar: '/lesson/lesson1?lang=ar' };
  const head = { origin, site, language, title: fileName, description: 'd', hrefs, sharedHead };
  return renderToStaticMarkup(<Head {...head} isUnlisted={!listed} />);
}
const dataIn = (head: string) => /<script type="application\/ld\+json">(.*)<\/script>/.exec(head)?.[1];

describe('the head of a lesson’s page', () => {
  test.each(['en', 'ar'] as const)(
    'in %s has metadata for link previews, with exactly one picture',
    (language) => {
      const head = headOf('Wudu.pdf', language);
      expect(head.match(/property="og:image"/g)).toHaveLength(1);
      const [, path = ''] = /og:image" content="https:\/\/example.org([^"]+)"/.exec(head) ?? [];
      expect(parseShareCard(path)).toMatchObject({ kind: 'lesson', id: 'lesson1', language });
      expect(head).toContain('<meta name="twitter:card" content="summary_large_image"/>');
      expect(head).toContain(
        language === 'en' ? 'href="/feed.xml?category=c1"' : 'href="/feed.xml?lang=ar&amp;category=c1"',
      );
    },
  );

  test('has structured data and breadcrumbs', () => {
    const data = JSON.parse(dataIn(headOf('Wudu.pdf', 'ar')) ?? '');
    expect(data['@graph']).toMatchObject([
      {
        '@type': 'DigitalDocument',
        name: 'Wudu',
        url: 'https://example.org/lesson/lesson1?lang=ar',
        author: { name: 'الشيخ فلان' },
        encoding: { contentUrl: 'https://example.org/lesson/lesson1.pdf', encodingFormat: 'application/pdf' },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, name: 'المكتبة', item: 'https://example.org/?lang=ar' },
          { position: 2, name: 'Fiqh', item: 'https://example.org/?lang=ar&category=c1' },
          { position: 3, name: 'Wudu' },
        ],
      },
    ]);
    // Pages that are not indexed have no structured data.
    expect(dataIn(headOf('Wudu.pdf', 'ar', false))).toBeUndefined();
  });

  test('escapes hostile names', () => {
    const name = '</script><script>alert(1)</script>"><img onerror=x>\u2028\u202E\u0000.pdf';
    const head = headOf(name, 'en');
    const data = dataIn(head) ?? '';
    expect(data).not.toMatch(/[<\u2028\u202E]/);
    expect(JSON.parse(data)['@graph'][0].name).toBe('</script><script>alert(1)</script>"><img onerror=x>');
    expect(head).not.toContain('<img');
    expect(head.match(/<script/g)).toHaveLength(1);
  });
});

test('the address of a preview picture changes if and only if its content does', () => {
  const picturePath = (row: LibraryFile, language: Language = 'en') =>
    createSharedHead({ site, origin, isListed: true }, language, row.category, row).picture.path;
  const paths = [
    picturePath(lessonRow(1, 'Wudu.pdf', fiqh)),
    picturePath(lessonRow(1, 'Wudu.pdf', fiqh), 'ar'),
    picturePath(lessonRow(1, 'Wudu 2.pdf', fiqh)),
    picturePath(lessonRow(1, 'Wudu.pdf', categoryRow('c1', 'Worship'))),
    picturePath({ ...lessonRow(1, 'Wudu.pdf', fiqh), fileId: 'new' }),
  ];
  expect(new Set(paths).size).toBe(4);
  expect(paths[4]).toBe(paths[0]);
});

describe('the heads of all pages', () => {
  let running: Awaited<ReturnType<typeof createTestSite>>;
  beforeAll(async () => {
    const lessons = Array.from({ length: 12 }, (_, at) => ({
      id: `lesson${at}`,
      fileName: `Lesson ${at}.pdf`,
      category: 'Fiqh',
      pages: ['Wudu', 'Prayer'],
    }));
    running = await createTestSite(lessons);
  });
  afterAll(() => running.close());

  const linksIn = (html: string) => ({
    canonical: /<link rel="canonical" href="([^"]*)"\/>/.exec(html)?.[1]?.replaceAll('&amp;', '&'),
    alternates: [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"\/>/g)].map(
      ([, language, href]) => [language, href?.replaceAll('&amp;', '&')],
    ),
  });

  test.each([
    // [address, canonical address, whether search engines may list it]
    ['/', '/', true],
    ['/?utm_source=x', '/', true],
    ['/?category=category-0', '/?category=category-0', true],
    ['/?page=2', '/?page=2', true],
    ['/?page=99', '/?page=2', true],
    ['/?sort=fileName-desc', '/?sort=fileName-desc', false],
    ['/?search=lesson', '/', false],
    ['/?search=lesson&page=2', '/', false],
    ['/?search=wudu&in=text', '/', false],
    ['/?search=lesson&category=category-0&exact=1', '/?category=category-0', false],
    ['/lesson/lesson1', '/lesson/lesson1', true],
    ['/lesson/lesson1/2', '/lesson/lesson1/2', true],
    ['/lesson/lesson1/2?search=prayer', '/lesson/lesson1/2', false],
  ])('%s has the canonical address %s in both languages', async (path, canonicalPath, isListed) => {
    const inLanguage = (href: string, language: string) => {
      const [pathname, query = ''] = href.split('?');
      const parameters = new URLSearchParams(query);
      const entries = [...(language === 'ar' ? [['lang', 'ar']] : []), ...parameters];
      return pathname + (entries.length > 0 ? `?${new URLSearchParams(entries)}` : '');
    };
    const absoluteHref = (language: string) => `https://example.org${inLanguage(canonicalPath, language)}`;
    for (const language of ['en', 'ar']) {
      const response = await running.request(inLanguage(path, language));
      expect(response.headers.get('content-language')).toBe(language);
      const html = await response.text();
      const { canonical, alternates } = linksIn(html);
      expect(canonical).toBe(absoluteHref(language));
      expect(alternates).toEqual([
        ['en', absoluteHref('en')],
        ['ar', absoluteHref('ar')],
        ['x-default', absoluteHref('en')],
      ]);
      expect(html.includes('<meta name="robots" content="noindex,follow"/>')).toBe(!isListed);
      expect(html).toContain(
        `<meta property="og:url" content="${absoluteHref(language).replaceAll('&', '&amp;')}"/>`,
      );
    }
  });

  test.each(['/nowhere', '/lesson/none', '/lesson/lesson1/poster', '/category/category-0/poster?lang=ar'])(
    '%s is excluded from search engines',
    async (path) => {
      const html = await (await running.request(path)).text();
      expect(html).toContain(
        path.endsWith('lang=ar') ? '<html lang="ar" dir="rtl"' : '<html lang="en" dir="ltr"',
      );
      expect(html).toContain('<meta name="robots" content="noindex,follow"/>');
      expect(linksIn(html)).toEqual({ canonical: undefined, alternates: [] });
    },
  );
});
