import { afterAll, beforeAll, expect, test } from 'vitest';
import { readingSite } from '../../tests/support/reading-site.ts';

let site: Awaited<ReturnType<typeof readingSite>>;
beforeAll(async () => {
  const lessons = Array.from({ length: 12 }, (_, at) => ({
    id: `lesson${at}`,
    fileName: `Lesson ${at}.pdf`,
    category: 'Fiqh',
    pages: ['Wudu', 'Prayer'],
  }));
  site = await readingSite(lessons, {
    pictureBytes: async () => [],
    outline: async () => undefined,
    words: async () => [],
  });
});
afterAll(() => site.close());

const linksIn = (html: string) => ({
  canonical: /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1]?.replaceAll('&amp;', '&'),
  twins: [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">/g)].map(
    ([, language, href]) => [language, href?.replaceAll('&amp;', '&')],
  ),
});

test.each([
  // [address, as search engines are to know it, whether they may list it]
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
])('%s is known as %s in both languages', async (path, known, isListed) => {
  const at = (href: string, language: string) => {
    const [place, query = ''] = href.split('?');
    const parameters = new URLSearchParams(query);
    const own = [...(language === 'ar' ? [['lang', 'ar']] : []), ...parameters];
    return place + (own.length > 0 ? `?${new URLSearchParams(own)}` : '');
  };
  const whole = (language: string) => `https://example.org${at(known, language)}`;
  for (const language of ['en', 'ar']) {
    const html = await (await site.ask(at(path, language))).text();
    const { canonical, twins } = linksIn(html);
    expect(canonical).toBe(whole(language));
    expect(twins).toEqual([
      ['en', whole('en')],
      ['ar', whole('ar')],
      ['x-default', whole('en')],
    ]);
    expect(html.includes('<meta name="robots" content="noindex,follow">')).toBe(!isListed);
    expect(html).toContain(`<meta property="og:url" content="${whole(language).replaceAll('&', '&amp;')}">`);
  }
});

test.each(['/nowhere', '/lesson/none', '/lesson/lesson1/poster', '/category/category-0/poster?lang=ar'])(
  '%s is nobody’s page to find',
  async (path) => {
    const html = await (await site.ask(path)).text();
    expect(html).toContain(
      path.endsWith('lang=ar') ? '<html lang="ar" dir="rtl"' : '<html lang="en" dir="ltr"',
    );
    expect(html).toContain('<meta name="robots" content="noindex,follow">');
    expect(linksIn(html)).toEqual({ canonical: undefined, twins: [] });
  },
);
