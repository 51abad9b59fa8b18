import { expect } from '@playwright/test';
import { languages } from '#contract/language.ts';
import { lessonMessages } from '#pages/lesson/messages.ts';
import { hrefWithLanguage, lessonHref, posterHref } from '../../src/contract/urls.ts';
import { hrefOf, isHydrated, siteUrl, test, visibleTitles } from './browsers/driven-library.ts';
import { startOldChromium } from './browsers/old-chromium.ts';
import { otherBrowsers } from './browsers/other-browsers.ts';
import { recordingSite, visitRecord } from './support/altered-site.ts';
import { lessonWithText } from './support/lesson-with-text.ts';
import { allCategories, allFiles, titleOf } from './support/sample-library.ts';

test('a Chromium of 2020 shows lessons, those of a category, and a page of one, in both languages', async ({
  closeAfterTest,
}) => {
  const program = otherBrowsers['Chromium 87'].find();
  test.skip(program === undefined, 'Qt 5 WebEngine is not here');
  const browser = closeAfterTest(await startOldChromium(program ?? ''));
  /** Without the stylesheet's layers, a drawing and the page would have the browser's default size. */
  const isInOrder = async (condition: string) => {
    const [drawing, page, window] = await browser.evaluate<number[]>(
      `[Math.max(...[...document.querySelectorAll('main svg:not([role])')].map((svg) => svg.getBoundingClientRect().width)), document.documentElement.scrollWidth, innerWidth]`,
    );
    expect(drawing, condition).toBeLessThanOrEqual(160);
    expect(page, condition).toBeLessThanOrEqual(window ?? 0);
  };
  /** Opens a page of the library and waits for hydration; before it, a wide screen shows one more file. */
  const open = async (href: string) => {
    await browser.goto(href);
    await expect.poll(() => browser.evaluate(`(() => { ${isHydrated} })()`)).toBe(true);
  };
  for (const language of languages) {
    const files = await allFiles(siteUrl(), language);
    const [, category] = await allCategories(siteUrl(), language);
    for (const width of [390, 1280]) {
      await browser.resize(width, 900);
      await open(hrefOf(language));
      const titles = files.slice(0, width < 1280 ? 10 : 9).map(titleOf);
      await expect.poll(() => browser.evaluate(visibleTitles)).toEqual(titles);
      expect(await browser.evaluate('document.documentElement.lang')).toBe(language);
      await isInOrder(`${language}, ${width} px`);
    }
    await open(hrefOf(language, `category=${category?.$id}`));
    const ofCategory = files.filter((file) => file.category.$id === category?.$id).slice(0, 9);
    expect(ofCategory).not.toEqual([]);
    await expect.poll(() => browser.evaluate(visibleTitles)).toEqual(ofCategory.map(titleOf));

    // A lesson's page with marked words.
    const lesson = await lessonWithText(siteUrl(), language, 'Rules of wudu – أحكام الوضوء');
    const reading = { id: lesson.$id, page: 2, search: 'wudu' };
    for (const width of [390, 1280]) {
      await browser.resize(width, 900);
      await browser.goto(siteUrl() + hrefWithLanguage(lessonHref(reading, language), language));
      const isDrawn = () => browser.evaluate(`document.querySelector('.page-picture img').naturalWidth > 0`);
      await expect.poll(isDrawn).toBe(true);
      const { preparing } = lessonMessages[language];
      expect(await browser.evaluate('document.body.innerText')).not.toContain(preparing);
      await isInOrder(`lesson, ${language}, ${width} px`);
    }
    await browser.goto(
      siteUrl() + hrefWithLanguage(posterHref({ kind: 'lesson', id: reading.id }, language), language),
    );
    const code = await browser.evaluate<number>(
      `document.querySelector('main svg[role=img]').getBoundingClientRect().width`,
    );
    expect(code).toBeGreaterThan(150);
    expect(code).toBeLessThan(400);
  }
});

test('a Chromium of 2020 gives way to the stored language too', async ({ closeAfterTest }) => {
  const program = otherBrowsers['Chromium 87'].find();
  test.skip(program === undefined, 'Qt 5 WebEngine is not here');
  const browser = closeAfterTest(await startOldChromium(program ?? ''));
  const site = closeAfterTest(await recordingSite(siteUrl()));
  await browser.goto(`${site.url}/?lang=ar`);
  await browser.evaluate(`localStorage.lang = 'ar'; sessionStorage.read = ''`);
  await browser.goto(`${site.url}/?sort=fileName-desc&page=2#library`);
  await expect
    .poll(() => browser.evaluate(visitRecord))
    .toBe('/ | lang,ar,page,2,sort,fileName-desc | #library | ar |  ar');
  await browser.evaluate('history.back()');
  await expect.poll(() => browser.evaluate('location.search')).toBe('?lang=ar');
});
