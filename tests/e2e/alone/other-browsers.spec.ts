import { expect } from '@playwright/test';
import { type Language, languageNames, languages, otherLanguage } from '../../../src/contract/language.ts';
import { lessonPagePath } from '../../../src/contract/urls.ts';
import { lessonMessages } from '../../../src/pages/lesson/messages.ts';
import { siteContent } from '../../support/site-content.ts';
import {
  DrivenLibrary,
  hrefOf,
  isHydrated,
  siteUrl,
  test,
  visibleTitles,
} from '../browsers/driven-library.ts';
import { startFirefox } from '../browsers/firefox.ts';
import { otherBrowsers } from '../browsers/other-browsers.ts';
import type { DrivenBrowser } from '../browsers/web-driver.ts';
import { startWebKit } from '../browsers/webkit.ts';
import { startAlteredSite, startRecordingSite, visitRecord } from '../support/altered-site.ts';
import { waitForLessonText } from '../support/lesson-with-text.ts';
import { allCategories, allFiles, titleOf } from '../support/sample-library.ts';

/** Returns the widths to test: a phone in Arabic and a desktop in English, or with `BROWSERS=all` both in both languages. */
const widthsOf = (language: Language): readonly number[] =>
  process.env.BROWSERS === 'all' ? [390, 1280] : [language === 'ar' ? 390 : 1280];

/** Whether to run the remaining tests: each engine in one language, unless `BROWSERS=all`. */
const isTested = (engine: string, language: Language): boolean =>
  process.env.BROWSERS === 'all' || (engine === 'Firefox') === (language === 'en');

/** WebDriver's codes of keys that type no character. */
const keys = { escape: '\ue00c', enter: '\ue007' };

/** Script: the vertical positions of parts of the page, once its fonts have loaded. */
const partOffsets = `return document.fonts.ready.then(() => ['.hero p', '#hero-title', '.hero address', '#library', 'footer'].map((selector) =>
  Math.round(document.querySelector(selector).getBoundingClientRect().top)))`;

/** Script: whether all visible lessons, at least one, are in the category. */
const showsOnlyCategory = `const tags = [...document.querySelectorAll('.card-tag')]; return tags.length > 0 && tags.every((tag) => tag.textContent === arguments[0])`;

const browsers = {
  WebKitGTK: (_program: string, options: { dark: boolean }) => startWebKit(options),
  Firefox: startFirefox,
};

for (const [name, start] of Object.entries(browsers)) {
  const program = otherBrowsers[name as keyof typeof browsers].find();

  for (const language of languages) {
    test.describe(`${name}, ${language}`, () => {
      test.skip(program === undefined, `${name} is not installed`);
      test.describe.configure({ mode: 'serial' });
      let browser: DrivenBrowser;
      let library: DrivenLibrary;
      test.beforeAll(async () => {
        // Arabic pages are tested in dark mode.
        browser = await start(program ?? '', { dark: language === 'ar' });
        library = new DrivenLibrary(browser, language);
      });
      test.afterAll(() => browser?.stop());

      const waitForSheet = (id: string, state: 'open' | 'closed') =>
        browser.until(
          `${id} is ${state}`,
          `return document.getElementById('${id}').open === ${state === 'open'}`,
        );

      for (const width of widthsOf(language)) {
        test(`${width} px: searches, sorts, turns pages, chooses categories and switches the language`, async () => {
          const { texts } = library;
          const files = await allFiles(siteUrl(), language);
          const names = files.map(titleOf);
          const [, category] = await allCategories(siteUrl(), language);
          const size = width < 1280 ? 10 : 9;
          const range = (start: number, end: number, total: number) => texts.range({ start, end, total });
          await browser.resize(width, 900);

          await library.open(hrefOf(language));
          await library.expectTitles(...names.slice(0, size));
          await library.expectStatus(range(1, size, files.length));
          await library.expectNoOverflow();
          const href = await browser.run<string>(`return document.querySelector('article a').href`);
          const response = await fetch(href);
          expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);

          await browser.type('#search', names[3] ?? '');
          await browser.press(keys.enter);
          await library.expectQuery({ search: names[3] ?? '' });
          await browser.until(
            'the search shows its result',
            `return ${visibleTitles}[0] === arguments[0]`,
            names[3],
          );
          await browser.click('button', texts.reset);
          await library.expectQuery({});
          await library.expectTitles(...names.slice(0, size));

          await browser.run(`document.getElementById('sort').value = 'fileName-desc'`);
          await browser.click('button', texts.apply);
          await library.expectQuery({ sort: 'fileName-desc' });
          await browser.until(
            'the order is reversed',
            `return ${visibleTitles}[0] !== arguments[0]`,
            names[0],
          );
          await browser.back();
          await library.expectQuery({});
          await library.expectTitles(...names.slice(0, size));

          await browser.click(`nav a[aria-label="${texts.pageNumber(2)}"]`);
          await library.expectQuery({ page: '2' });
          await library.expectTitles(...names.slice(size, 2 * size));

          if (width < 1280) await browser.click('button', texts.selectCategory);
          const listSelector = width < 1280 ? 'dialog' : '.category-column';
          await browser.click(`${listSelector} a`, category?.categoryName ?? '');
          await library.expectQuery({ category: category?.$id ?? '' });
          await browser.until(
            'only lessons of the category are shown',
            showsOnlyCategory,
            category?.categoryName,
          );

          const targetLanguage = otherLanguage(language);
          await browser.click('header a', languageNames[targetLanguage]);
          await browser.until(
            'the language has changed',
            'return document.documentElement.lang === arguments[0]',
            targetLanguage,
          );
          expect(
            await browser.run(
              'return [document.dir, localStorage.lang, document.querySelector("h1").textContent]',
            ),
          ).toEqual([
            targetLanguage === 'ar' ? 'rtl' : 'ltr',
            targetLanguage,
            siteContent.heroTitle[targetLanguage],
          ]);
          await browser.click('footer a', languageNames[language]);
          await browser.until(
            'the first language is stored again',
            'return localStorage.lang === arguments[0]',
            language,
          );
        });
      }

      test('late fonts move nothing on a phone', async ({ closeAfterTest }) => {
        const siteWithoutFonts = closeAfterTest(await startAlteredSite(siteUrl(), { without: /\.woff2/ }));
        const offsetsAt = async (url: string): Promise<number[][]> => {
          // A page that loads on a wide screen would have another number of lessons.
          await browser.resize(390, 800);
          await browser.goto(`${url}/?lang=${language}`);
          const offsets: number[][] = [];
          for (const width of [320, 345, 360, 390]) {
            await browser.resize(width, 800);
            offsets.push(await browser.run<number[]>(partOffsets));
          }
          return offsets;
        };
        expect(await offsetsAt(siteUrl())).toEqual(await offsetsAt(siteWithoutFonts.url));
      });

      if (language === 'ar') {
        test('shows the dark logo in dark mode', async () => {
          await browser.goto(hrefOf(language));
          const [isDark, logo] = await browser.run<[boolean, string]>(
            `return [matchMedia('(prefers-color-scheme: dark)').matches, document.querySelector('header img').currentSrc]`,
          );
          expect(isDark).toBe(true);
          expect(await (await fetch(logo)).text()).toContain('#7cc4a8');
        });

        // Tests the language that the visitor chose, not the browser's.
        test('redirects a page without a language to the stored one before the first paint', async ({
          closeAfterTest,
        }) => {
          const site = closeAfterTest(await startRecordingSite(siteUrl()));
          await browser.goto(`${site.url}/?lang=ar`);
          await browser.run(`localStorage.lang = 'ar'; sessionStorage.read = ''`);
          await browser.goto(`${site.url}/?sort=fileName-desc&page=2#library`);
          const expected = '/ | lang,ar,page,2,sort,fileName-desc | #library | ar |  ar';
          const isRedirected = `return document.readyState === 'complete' && ${visitRecord} === arguments[0]`;
          // Going back while a page loads would only cancel the load.
          await browser.until('the page has the stored language', isRedirected, expected);
          await browser.back();
          await browser.until(
            'Back leads to the previous page',
            `return location.search === '?lang=ar' && document.documentElement.lang === 'ar'`,
          );
        });
      }

      if (language === 'en' && name === 'WebKitGTK') {
        test('sheets and their links work without the client bundle', async ({ closeAfterTest }) => {
          const { texts } = library;
          const [, category] = await allCategories(siteUrl(), language);
          const site = closeAfterTest(
            await startAlteredSite(siteUrl(), { without: /\/assets\/index-.*\.js/ }),
          );
          await browser.resize(390, 800);
          await browser.goto(site.url);
          await browser.click(`button[aria-label="${texts.menuOpen}"]`);
          // A tap would not close a sheet that is not open yet.
          await waitForSheet('menu-sheet', 'open');
          await browser.clickAt(382, 400);
          await waitForSheet('menu-sheet', 'closed');
          await browser.click(`button[aria-label="${texts.menuOpen}"]`);
          await browser.click('#menu-sheet a', texts.navLibrary);
          await browser.click('.filter-category');
          await browser.click('#category-sheet a', category?.categoryName ?? '');
          await browser.until(
            'only lessons of the category are shown',
            showsOnlyCategory,
            category?.categoryName,
          );
          expect(await browser.run(isHydrated)).toBe(false);
        });
      }

      if (!isTested(name, language)) return;

      test('sheets open, and a tap outside, Escape, the button and a link close them', async () => {
        const { texts } = library;
        await browser.resize(390, 800);
        await library.open(hrefOf(language));
        // Both sheets are one component, so each is tested in one language, on its side.
        const [opener, id, close] =
          language === 'en'
            ? ([`button[aria-label="${texts.menuOpen}"]`, 'menu-sheet', texts.menuClose] as const)
            : (['.filter-category', 'category-sheet', texts.categoriesClose] as const);
        for (const closeSheet of [
          () => browser.clickAt(language === 'ar' ? 8 : 382, 400),
          () => browser.press(keys.escape),
          () => browser.click(`#${id} button[aria-label="${close}"]`),
        ]) {
          await browser.click(opener);
          await waitForSheet(id, 'open');
          await browser.until(
            'it is on the start side',
            `const { left, right } = document.getElementById('${id}').getBoundingClientRect(); return ${language === 'ar' ? 'Math.abs(right - innerWidth) < 1' : 'Math.abs(left) < 1'}`,
          );
          // A tap inside does not close the sheet.
          await browser.clickAt(language === 'ar' ? 300 : 90, 24);
          await closeSheet();
          await waitForSheet(id, 'closed');
        }
        await browser.click(`button[aria-label="${texts.menuOpen}"]`);
        await browser.click('#menu-sheet a', texts.navLibrary);
        await waitForSheet('menu-sheet', 'closed');
        await browser.until(
          'the library is in view',
          `return document.getElementById('library').getBoundingClientRect().top < 400`,
        );
      });

      test('a lesson shows pictures and text, turns pages by keys and swipes, and offers to resume at the last page read', async () => {
        await testLesson(browser, language, siteUrl(), widthsOf(language));
      });

      test('no page is wider than the screen at 320 px or with text of 150 and 200 %', async () => {
        const [lesson] = await allFiles(siteUrl(), language);
        for (const href of [
          hrefOf(language),
          `${siteUrl()}${lessonPagePath(lesson?.$id ?? '')}?lang=${language}`,
        ]) {
          await browser.goto(href);
          await library.expectNoOverflowWithLargeText();
        }
      });
    });
  }
}

/** WebDriver's codes of the arrow keys for the next and the previous page. */
const arrows: Record<Language, [string, string]> = { en: ['\ue014', '\ue012'], ar: ['\ue012', '\ue014'] };

/** Returns a script that swipes over the page's picture by a number of pixels. */
const swipe = (distance: number) => `
  const at = (type, clientX) => Object.assign(new Event(type), { touches: [{ clientX, clientY: 9 }], changedTouches: [{ clientX, clientY: 9 }] });
  const picture = document.querySelector('.page-picture');
  picture.dispatchEvent(at('touchstart', 200));
  picture.dispatchEvent(at('touchend', 200 + ${distance}));`;

/** Tests a lesson of two pages on several screens: keys, a swipe, the text, and the link to the last page read. */
async function testLesson(
  browser: DrivenBrowser,
  language: Language,
  siteUrl: string,
  widths: readonly number[],
): Promise<void> {
  const library = new DrivenLibrary(browser, language);
  const { address } = await waitForLessonText(siteUrl, language);
  /** Opens the lesson, again if an unfinished page turn cancels the load. */
  const open = () => expect(() => browser.goto(address)).toPass();
  const waitForPage = (page: number) =>
    browser.until(
      `page ${page} is shown`,
      `const picture = document.querySelector('.page-picture img'); return picture.alt === arguments[0] && picture.naturalWidth > 0`,
      lessonMessages[language].pageOf(page, 2),
    );
  const shownPage = () =>
    browser.run<string>(`return document.querySelector('.lesson').dataset.page`).catch(() => '');
  /** Repeats an action until the page is turned, because the lesson's script loads after the page. */
  const turnTo = async (page: number, action: () => Promise<unknown>) => {
    await expect(async () => {
      await action();
      await expect.poll(shownPage, { timeout: 1000 }).toBe(String(page));
    }).toPass();
    await waitForPage(page);
  };
  const [nextKey, previousKey] = arrows[language];
  for (const width of widths) {
    await browser.resize(width, 900);
    await open();
    await waitForPage(1);
    await library.expectNoOverflow();
    await turnTo(2, () => browser.press(nextKey));
    await turnTo(1, () => browser.press(previousKey));
    await turnTo(2, () => browser.run(swipe(language === 'ar' ? 90 : -90)));
    await browser.until('the page is stored', `return localStorage.pages.endsWith(',2,2]]')`);
    await browser.click('.page-text summary');
    const words = `document.querySelector('.page-words').innerText`;
    await browser.until('the text of the page is shown', `return ${words}.length > 99`);
    await library.expectNoOverflow();
    await open();
    await browser.click('.lesson-resume a');
    await waitForPage(2);
  }
}
