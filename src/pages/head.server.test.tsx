import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '#contract/language.ts';
import type { LibraryFile } from '#contract/rows.ts';
import { parseShareCard } from '#contract/urls.ts';
import { categoryRow, lessonRow } from '../../tests/support/memory-list.ts';
import { readingSite } from '../../tests/support/reading-site.ts';
import { siteContent as site } from '../../tests/support/site-content.ts';
import { Head, renderSharedHead } from './head.server.tsx';

const origin = 'https://example.org';
const fiqh = categoryRow('c1', 'Fiqh');

function headOf(fileName: string, language: 'en' | 'ar', listed = true) {
  const shared = renderSharedHead({ site, origin, listed }, language, fiqh, lessonRow(1, fileName, fiqh));
  const hrefs = { en: '/lesson/lesson1', ar: '/lesson/lesson1?lang=ar' };
  const head = { origin, site, language, title: fileName, description: 'd', hrefs, shared };
  return renderToStaticMarkup(<Head {...head} unlisted={!listed} />);
}
const dataIn = (head: string) => /<script type="application\/ld\+json">(.*)<\/script>/.exec(head)?.[1];

describe('the head of a lesson’s page', () => {
  test.each(['en', 'ar'] as const)(
    'in %s says what a shared link shows, with exactly one picture',
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

  test('says what it is, and where in the library it stands', () => {
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

  test('is not broken by what a name holds', () => {
    const name = '</script><script>alert(1)</script>"><img onerror=x>\u2028\u202E\u0000.pdf';
    const head = headOf(name, 'en');
    const data = dataIn(head) ?? '';
    expect(data).not.toMatch(/[<\u2028\u202E]/);
    expect(JSON.parse(data)['@graph'][0].name).toBe('</script><script>alert(1)</script>"><img onerror=x>');
    expect(head).not.toContain('<img');
    expect(head.match(/<script/g)).toHaveLength(1);
  });
});

test('the picture of a page has another address as soon as anything on it is another', () => {
  const of = (row: LibraryFile, language: Language = 'en') =>
    renderSharedHead({ site, origin, listed: true }, language, row.category, row).picture.path;
  const paths = [
    of(lessonRow(1, 'Wudu.pdf', fiqh)),
    of(lessonRow(1, 'Wudu.pdf', fiqh), 'ar'),
    of(lessonRow(1, 'Wudu 2.pdf', fiqh)),
    of(lessonRow(1, 'Wudu.pdf', categoryRow('c1', 'Worship'))),
    of({ ...lessonRow(1, 'Wudu.pdf', fiqh), fileId: 'new' }),
  ];
  expect(new Set(paths).size).toBe(4);
  expect(paths[4]).toBe(paths[0]);
});

describe('the heads of all pages', () => {
  let running: Awaited<ReturnType<typeof readingSite>>;
  beforeAll(async () => {
    const lessons = Array.from({ length: 12 }, (_, at) => ({
      id: `lesson${at}`,
      fileName: `Lesson ${at}.pdf`,
      category: 'Fiqh',
      pages: ['Wudu', 'Prayer'],
    }));
    running = await readingSite(lessons, {
      lines: async () => [],
      outline: async () => undefined,
      words: async () => [],
    });
  });
  afterAll(() => running.close());

  const linksIn = (html: string) => ({
    canonical: /<link rel="canonical" href="([^"]*)"\/>/.exec(html)?.[1]?.replaceAll('&amp;', '&'),
    twins: [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"\/>/g)].map(
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
  ])('%s is known as %s in both languages', async (path, kind, isListed) => {
    const at = (href: string, language: string) => {
      const [place, query = ''] = href.split('?');
      const parameters = new URLSearchParams(query);
      const own = [...(language === 'ar' ? [['lang', 'ar']] : []), ...parameters];
      return place + (own.length > 0 ? `?${new URLSearchParams(own)}` : '');
    };
    const whole = (language: string) => `https://example.org${at(kind, language)}`;
    for (const language of ['en', 'ar']) {
      const html = await (await running.ask(at(path, language))).text();
      const { canonical, twins } = linksIn(html);
      expect(canonical).toBe(whole(language));
      expect(twins).toEqual([
        ['en', whole('en')],
        ['ar', whole('ar')],
        ['x-default', whole('en')],
      ]);
      expect(html.includes('<meta name="robots" content="noindex,follow"/>')).toBe(!isListed);
      expect(html).toContain(
        `<meta property="og:url" content="${whole(language).replaceAll('&', '&amp;')}"/>`,
      );
    }
  });

  test.each(['/nowhere', '/lesson/none', '/lesson/lesson1/poster', '/category/category-0/poster?lang=ar'])(
    '%s is nobody’s page to find',
    async (path) => {
      const html = await (await running.ask(path)).text();
      expect(html).toContain(
        path.endsWith('lang=ar') ? '<html lang="ar" dir="rtl"' : '<html lang="en" dir="ltr"',
      );
      expect(html).toContain('<meta name="robots" content="noindex,follow"/>');
      expect(linksIn(html)).toEqual({ canonical: undefined, twins: [] });
    },
  );
});
