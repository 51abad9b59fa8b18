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
import { alteredSite, recordingSite, visitRecord } from '../support/altered-site.ts';
import { lessonWithText } from '../support/lesson-with-text.ts';
import { allCategories, allFiles, titleOf } from '../support/sample-library.ts';

/** `BROWSERS=all`: both sizes in both languages. Else a phone in Arabic and a desktop in English for the less varied tests. */
const widthsOf = (language: Language): readonly number[] =>
  process.env.BROWSERS === 'all' ? [390, 1280] : [language === 'ar' ? 390 : 1280];

/** Each engine is tested in the language, and so the direction, that the other one is not. */
const isTested = (engine: string, language: Language): boolean =>
  process.env.BROWSERS === 'all' || (engine === 'Firefox') === (language === 'en');

/** WebDriver's codes of keys without a character. */
const keys = { escape: '\ue00c', enter: '\ue007' };

const partOffsets = `return document.fonts.ready.then(() => ['.hero p', '#hero-title', '.hero address', '#library', 'footer'].map((selector) =>
  Math.round(document.querySelector(selector).getBoundingClientRect().top)))`;

/** Body of a function: whether lessons are shown, all of one category. */
const showsOnlyCategory = `const tags = [...document.querySelectorAll('.card-tag')]; return tags.length > 0 && tags.every((tag) => tag.textContent === arguments[0])`;

const browsers = {
  WebKitGTK: (_program: string, options: { dark: boolean }) => startWebKit(options),
  Firefox: startFirefox,
};

for (const [name, start] of Object.entries(browsers)) {
  const program = otherBrowsers[name as keyof typeof browsers].find();

  for (const language of languages) {
    test.describe(`${name}, ${language}`, () => {
      test.skip(program === undefined, `${name} is not here`);
      test.describe.configure({ mode: 'serial' });
      let browser: DrivenBrowser;
      let library: DrivenLibrary;
      test.beforeAll(async () => {
        // The Arabic page is visited in the dark.
        browser = await start(program ?? '', { dark: language === 'ar' });
        library = new DrivenLibrary(browser, language);
      });
      test.afterAll(() => browser?.stop());

      const sheetIs = (id: string, state: 'open' | 'closed') =>
        browser.until(
          `${id} is ${state}`,
          `return document.getElementById('${id}').open === ${state === 'open'}`,
        );

      for (const width of widthsOf(language)) {
        test(`${width} px: reads, searches, sorts, turns pages, chooses categories and switches the language`, async () => {
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
          const answer = await fetch(href);
          expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);

          await browser.type('#search', names[3] ?? '');
          await browser.press(keys.enter);
          await library.expectQuery({ search: names[3] ?? '' });
          await browser.until(
            'the search has found',
            `return ${visibleTitles}[0] === arguments[0]`,
            names[3],
          );
          await browser.click('button', texts.reset);
          await library.expectQuery({});
          await library.expectTitles(...names.slice(0, size));

          await browser.run(`document.getElementById('sort').value = 'fileName-desc'`);
          await browser.click('button', texts.apply);
          await library.expectQuery({ sort: 'fileName-desc' });
          await browser.until('the order is turned', `return ${visibleTitles}[0] !== arguments[0]`, names[0]);
          await browser.back();
          await library.expectQuery({});
          await library.expectTitles(...names.slice(0, size));

          await browser.click(`nav a[aria-label="${texts.pageNumber(2)}"]`);
          await library.expectQuery({ page: '2' });
          await library.expectTitles(...names.slice(size, 2 * size));

          if (width < 1280) await browser.click('button', texts.selectCategory);
          const list = width < 1280 ? 'dialog' : '.category-column';
          await browser.click(`${list} a`, category?.categoryName ?? '');
          await library.expectQuery({ category: category?.$id ?? '' });
          await browser.until(
            'the lessons are those of the category',
            showsOnlyCategory,
            category?.categoryName,
          );

          const other = otherLanguage(language);
          await browser.click('header a', languageNames[other]);
          await browser.until(
            'the language is the other',
            'return document.documentElement.lang === arguments[0]',
            other,
          );
          expect(
            await browser.run(
              'return [document.dir, localStorage.lang, document.querySelector("h1").textContent]',
            ),
          ).toEqual([other === 'ar' ? 'rtl' : 'ltr', other, siteContent.heroTitle[other]]);
          await browser.click('footer a', languageNames[language]);
          await browser.until('the language is back', 'return localStorage.lang === arguments[0]', language);
        });
      }

      test('nothing moves on a phone when the fonts come late', async ({ closeAfterTest }) => {
        const bare = closeAfterTest(await alteredSite(siteUrl(), { without: /\.woff2/ }));
        const placesAt = async (url: string): Promise<number[][]> => {
          // A page that begins on a wide screen has more lessons.
          await browser.resize(390, 800);
          await browser.goto(`${url}/?lang=${language}`);
          const places: number[][] = [];
          for (const width of [320, 345, 360, 390]) {
            await browser.resize(width, 800);
            places.push(await browser.run<number[]>(partOffsets));
          }
          return places;
        };
        expect(await placesAt(siteUrl())).toEqual(await placesAt(bare.url));
      });

      if (language === 'ar') {
        test('in the dark the logo made for it is shown', async () => {
          await browser.goto(hrefOf(language));
          const [dark, logo] = await browser.run<[boolean, string]>(
            `return [matchMedia('(prefers-color-scheme: dark)').matches, document.querySelector('header img').currentSrc]`,
          );
          expect(dark).toBe(true);
          expect(await (await fetch(logo)).text()).toContain('#7cc4a8');
        });

        // The visitor's choice is the language here, not the browser's.
        test('a page without a language gives way to the stored one before it is read', async ({
          closeAfterTest,
        }) => {
          const site = closeAfterTest(await recordingSite(siteUrl()));
          await browser.goto(`${site.url}/?lang=ar`);
          await browser.run(`localStorage.lang = 'ar'; sessionStorage.read = ''`);
          await browser.goto(`${site.url}/?sort=fileName-desc&page=2#library`);
          const expected = '/ | lang,ar,page,2,sort,fileName-desc | #library | ar |  ar';
          const isThere = `return document.readyState === 'complete' && ${visitRecord} === arguments[0]`;
          // Back during the loading of a page cancels the loading and stays.
          await browser.until('the page is the stored one', isThere, expected);
          await browser.back();
          await browser.until(
            'Back leads to the page before',
            `return location.search === '?lang=ar' && document.documentElement.lang === 'ar'`,
          );
        });
      }

      if (language === 'en' && name === 'WebKitGTK') {
        test('the sheets work without the program, and lead on', async ({ closeAfterTest }) => {
          const { texts } = library;
          const [, category] = await allCategories(siteUrl(), language);
          const site = closeAfterTest(await alteredSite(siteUrl(), { without: /\/assets\/index-.*\.js/ }));
          await browser.resize(390, 800);
          await browser.goto(site.url);
          await browser.click(`button[aria-label="${texts.menuOpen}"]`);
          // A tap before the sheet is open does not close it.
          await sheetIs('menu-sheet', 'open');
          await browser.clickAt(382, 400);
          await sheetIs('menu-sheet', 'closed');
          await browser.click(`button[aria-label="${texts.menuOpen}"]`);
          await browser.click('#menu-sheet a', texts.navLibrary);
          await browser.click('.filter-category');
          await browser.click('#category-sheet a', category?.categoryName ?? '');
          await browser.until(
            'the lessons are those of the category',
            showsOnlyCategory,
            category?.categoryName,
          );
          expect(await browser.run(isHydrated)).toBe(false);
        });
      }

      if (!isTested(name, language)) return;

      test('sheets open, and a tap beside, Escape, the button and a link close them', async () => {
        const { texts } = library;
        await browser.resize(390, 800);
        await library.open(hrefOf(language));
        // Both use one component: each is tested in one language, at its start side.
        const [opener, id, close] =
          language === 'en'
            ? ([`button[aria-label="${texts.menuOpen}"]`, 'menu-sheet', texts.menuClose] as const)
            : (['.filter-category', 'category-sheet', texts.categoriesClose] as const);
        for (const leave of [
          () => browser.clickAt(language === 'ar' ? 8 : 382, 400),
          () => browser.press(keys.escape),
          () => browser.click(`#${id} button[aria-label="${close}"]`),
        ]) {
          await browser.click(opener);
          await sheetIs(id, 'open');
          await browser.until(
            'it stands where lines begin',
            `const { left, right } = document.getElementById('${id}').getBoundingClientRect(); return ${language === 'ar' ? 'Math.abs(right - innerWidth) < 1' : 'Math.abs(left) < 1'}`,
          );
          // A tap inside the sheet is not a tap next to it.
          await browser.clickAt(language === 'ar' ? 300 : 90, 24);
          await leave();
          await sheetIs(id, 'closed');
        }
        await browser.click(`button[aria-label="${texts.menuOpen}"]`);
        await browser.click('#menu-sheet a', texts.navLibrary);
        await sheetIs('menu-sheet', 'closed');
        await browser.until(
          'the library is in view',
          `return document.getElementById('library').getBoundingClientRect().top < 400`,
        );
      });

      test('a lesson is read: its picture, keys, a swipe, its words, the place where one stopped', async () => {
        await readThrough(browser, language, siteUrl(), widthsOf(language));
      });

      test('nothing is wider than the screen at 320 px and with text of 150 and 200 %', async () => {
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

/** The arrow keys, in WebDriver's own letters: onward, and back. */
const arrows: Record<Language, [string, string]> = { en: ['\ue014', '\ue012'], ar: ['\ue012', '\ue014'] };

/** Script of a swipe over the page's picture, by so many pixels. */
const swipe = (by: number) => `
  const at = (type, clientX) => Object.assign(new Event(type), { touches: [{ clientX, clientY: 9 }], changedTouches: [{ clientX, clientY: 9 }] });
  const picture = document.querySelector('.page-picture');
  picture.dispatchEvent(at('touchstart', 200));
  picture.dispatchEvent(at('touchend', 200 + ${by}));`;

/** Reads a lesson of two pages on several screens: by keys, by a swipe, its words, and from the last page read. */
async function readThrough(
  browser: DrivenBrowser,
  language: Language,
  siteUrl: string,
  widths: readonly number[],
): Promise<void> {
  const library = new DrivenLibrary(browser, language);
  const { address } = await lessonWithText(siteUrl, language);
  /** An unfinished page turn cancels the next action. */
  const open = () => expect(() => browser.goto(address)).toPass();
  const isPage = (page: number) =>
    browser.until(
      `page ${page} is shown`,
      `const picture = document.querySelector('.page-picture img'); return picture.alt === arguments[0] && picture.naturalWidth > 0`,
      lessonMessages[language].pageOf(page, 2),
    );
  const shownPage = () =>
    browser.run<string>(`return document.querySelector('.lesson').dataset.page`).catch(() => '');
  /** The lesson's script loads after the page, so the action is repeated until the page is turned. */
  const turn = async (page: number, act: () => Promise<unknown>) => {
    await expect(async () => {
      await act();
      await expect.poll(shownPage, { timeout: 1000 }).toBe(String(page));
    }).toPass();
    await isPage(page);
  };
  const [onward, back] = arrows[language];
  for (const width of widths) {
    await browser.resize(width, 900);
    await open();
    await isPage(1);
    await library.expectNoOverflow();
    await turn(2, () => browser.press(onward));
    await turn(1, () => browser.press(back));
    await turn(2, () => browser.run(swipe(language === 'ar' ? 90 : -90)));
    await browser.until('the place is kept', `return localStorage.pages.endsWith(',2,2]]')`);
    await browser.click('.page-text summary');
    const words = `document.querySelector('.page-words').innerText`;
    await browser.until('its words are shown', `return ${words}.length > 99`);
    await library.expectNoOverflow();
    await open();
    await browser.click('.lesson-resume a');
    await isPage(2);
  }
}
