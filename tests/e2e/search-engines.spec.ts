import { languages } from '#contract/language.ts';
import { expect, test } from './support/visitor.ts';

/** For each kind of page, a function that returns the path of one, without a language. It may query the feed or the catalog. */
const pageKinds: Record<string, (siteUrl: string) => Promise<string>> = {
  home: async () => '/',
  category: async (siteUrl) => {
    const { navigation } = await (await fetch(`${siteUrl}/opds/v2`)).json();
    return `/?category=${navigation.at(-1).href.split('/').at(-1)}`;
  },
  search: async () => '/?search=wudu',
  lesson: async (siteUrl) => {
    const { items } = await (await fetch(`${siteUrl}/feed.json`)).json();
    return new URL(items[0].id).pathname;
  },
};

// Covers audits of Lighthouse that neither axe nor the console covers.
for (const language of languages)
  for (const [kind, pathOf] of Object.entries(pageKinds))
    test(`a ${kind} page in ${language} passes audits for search engines and phones`, async ({
      page,
      siteUrl,
    }) => {
      const url = new URL(await pathOf(siteUrl), siteUrl);
      url.searchParams.set('lang', language);
      await page.setViewportSize({ width: 412, height: 823 });
      const response = await page.goto(url.href);
      expect(response?.status()).toBe(200);

      const facts = await page.evaluate(() => {
        const content = (name: string) =>
          document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
        const links = [...document.querySelectorAll<HTMLAnchorElement>('a:not([aria-disabled])')].filter(
          (a) => a.checkVisibility(),
        );
        const images = [...document.querySelectorAll('img')].filter((image) => image.naturalWidth > 0);
        return {
          doctype: document.doctype?.name,
          quirks: document.compatMode,
          charset: document.characterSet,
          lang: document.documentElement.lang,
          title: document.title,
          description: content('description'),
          viewport: content('viewport'),
          robots: content('robots'),
          withoutAddress: links
            .filter(({ href }) => !/^(https?|mailto|tel):/.test(href))
            .map((a) => a.outerHTML),
          withoutWords: links
            .filter(
              (a) => !(a.textContent?.trim() || a.ariaLabel || a.querySelector('img[alt]:not([alt=""])')),
            )
            .map((a) => a.outerHTML),
          distorted: images
            .filter(({ naturalWidth, naturalHeight, width, height }) => {
              const ratio = (naturalWidth / naturalHeight) * (height / width);
              return width > 0 && (ratio < 0.9 || ratio > 1.1);
            })
            .map(({ src }) => src),
          smallText: [...document.querySelectorAll('main *')]
            .filter((element) =>
              [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
            )
            .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 12)
            .map((element) => element.outerHTML),
        };
      });
      expect(facts).toMatchObject({
        doctype: 'html',
        quirks: 'CSS1Compat',
        charset: 'UTF-8',
        lang: expect.stringMatching(new RegExp(`^${language}`)),
        title: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
        viewport: expect.stringContaining('width=device-width'),
        // Searches are deliberately not indexed.
        robots:
          kind === 'search' ? expect.stringContaining('noindex') : expect.not.stringContaining('noindex'),
        withoutAddress: [],
        withoutWords: [],
        distorted: [],
        smallText: [],
      });
    });

for (const [language, heading] of [
  ['en', 'Follow new lessons'],
  ['ar', 'تابع جديد الدروس'],
] as const)
  test(`a browser that opens a feed in ${language} shows an explanation, and a feed reader gets the feed`, async ({
    page,
    siteUrl,
  }) => {
    const address = `${siteUrl}/feed.xml?lang=${language}`;
    for (const attempt of [1, 2]) {
      const feed = await page.request.get(address);
      expect([attempt, feed.headers()['content-type']]).toEqual([
        attempt,
        'application/atom+xml; charset=utf-8',
      ]);
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    }
  });
