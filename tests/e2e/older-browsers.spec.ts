import { expect } from '@playwright/test';
import { languages } from '#contract/language.ts';
import { lessonMessages } from '#pages/lesson/messages.ts';
import { hrefWithLanguage, lessonHref, posterHref } from '../../src/contract/urls.ts';
import { hrefOf, isHydrated, siteUrl, test, visibleTitles } from './browsers/driven-library.ts';
import { startOldChromium } from './browsers/old-chromium.ts';
import { otherBrowsers } from './browsers/other-browsers.ts';
import { startRecordingSite, visitRecord } from './support/altered-site.ts';
import { waitForLessonText } from './support/lesson-with-text.ts';
import { allCategories, allFiles, titleOf } from './support/sample-library.ts';

test('Chromium 87 shows the library, a category, a lesson and a poster, in both languages', async ({
  closeAfterTest,
}) => {
  const program = otherBrowsers['Chromium 87'].find();
  test.skip(program === undefined, 'Qt 5 WebEngine is not installed');
  const browser = closeAfterTest(await startOldChromium(program ?? ''));
  /** Checks sizes: this browser ignores cascade layers, so drawings may be far too large. */
  const expectFittingSizes = async (condition: string) => {
    const [drawing, page, window] = await browser.evaluate<number[]>(
      `[Math.max(...[...document.querySelectorAll('main svg:not([role])')].map((svg) => svg.getBoundingClientRect().width)), document.documentElement.scrollWidth, innerWidth]`,
    );
    expect(drawing, condition).toBeLessThanOrEqual(160);
    expect(page, condition).toBeLessThanOrEqual(window ?? 0);
  };
  /** Opens a page of the library and waits for hydration, before which a wide screen shows one more file. */
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
      await expectFittingSizes(`${language}, ${width} px`);
    }
    await open(hrefOf(language, `category=${category?.$id}`));
    const filesOfCategory = files.filter((file) => file.category.$id === category?.$id).slice(0, 9);
    expect(filesOfCategory).not.toEqual([]);
    await expect.poll(() => browser.evaluate(visibleTitles)).toEqual(filesOfCategory.map(titleOf));

    // Opens a lesson's page with marked words.
    const lesson = await waitForLessonText(siteUrl(), language, 'Rules of wudu – أحكام الوضوء');
    const view = { id: lesson.$id, page: 2, search: 'wudu' };
    for (const width of [390, 1280]) {
      await browser.resize(width, 900);
      await browser.goto(siteUrl() + hrefWithLanguage(lessonHref(view, language), language));
      const isDrawn = () => browser.evaluate(`document.querySelector('.page-picture img').naturalWidth > 0`);
      await expect.poll(isDrawn).toBe(true);
      const { preparing } = lessonMessages[language];
      expect(await browser.evaluate('document.body.innerText')).not.toContain(preparing);
      await expectFittingSizes(`lesson, ${language}, ${width} px`);
    }
    await browser.goto(
      siteUrl() + hrefWithLanguage(posterHref({ kind: 'lesson', id: view.id }, language), language),
    );
    const qrCodeWidth = await browser.evaluate<number>(
      `document.querySelector('main svg[role=img]').getBoundingClientRect().width`,
    );
    expect(qrCodeWidth).toBeGreaterThan(150);
    expect(qrCodeWidth).toBeLessThan(400);
  }
});

test('Chromium 87 redirects to the stored language', async ({ closeAfterTest }) => {
  const program = otherBrowsers['Chromium 87'].find();
  test.skip(program === undefined, 'Qt 5 WebEngine is not installed');
  const browser = closeAfterTest(await startOldChromium(program ?? ''));
  const site = closeAfterTest(await startRecordingSite(siteUrl()));
  await browser.goto(`${site.url}/?lang=ar`);
  await browser.evaluate(`localStorage.lang = 'ar'; sessionStorage.read = ''`);
  await browser.goto(`${site.url}/?sort=fileName-desc&page=2#library`);
  await expect
    .poll(() => browser.evaluate(visitRecord))
    .toBe('/ | lang,ar,page,2,sort,fileName-desc | #library | ar |  ar');
  await browser.evaluate('history.back()');
  await expect.poll(() => browser.evaluate('location.search')).toBe('?lang=ar');
});
