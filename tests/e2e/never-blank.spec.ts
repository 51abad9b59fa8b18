import type { Page } from '@playwright/test';
import { languages, otherLanguage } from '#contract/language.ts';
import { lessonMessages } from '#pages/lesson/messages.ts';
import { lessonWithText } from './support/lesson-with-text.ts';
import { allCategories, allFiles, titleOf } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

/** Console messages that the failure itself causes. */
const expectedErrors =
  /page error|Failed to load resource|Minified React error|is not a constructor|not a function/;

const notUnderstood = { contentType: 'text/javascript', body: 'export default /(?<=/;' };

/** Ways in which the client bundle can fail before the page is hydrated. */
const breakages: Record<string, (page: Page) => Promise<unknown>> = {
  'a function the browser lacks': (page) =>
    page.addInitScript(() => Object.assign(String.prototype, { matchAll: undefined })),
  'a row of another shape': (page) =>
    page.route('**/*', async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback();
      const response = await route.fetch();
      const spoilt = (await response.text()).replaceAll(/"category":\{[^}]*\}/g, '"category":null');
      return route.fulfill({ response, body: spoilt });
    }),
  'a program that does not come': (page) => page.route('**/index-*.js', (route) => route.abort()),
  'a program the browser cannot read': (page) =>
    page.route('**/index-*.js', (route) => route.fulfill(notUnderstood)),
};
const renderBreaks = new Set(['a function the browser lacks', 'a row of another shape']);
const inArabic = new Set(['a row of another shape', 'a program that does not come']);

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    for (const [name, spoil] of Object.entries(breakages)) {
      // The result is the server's page in either language, so each failure is tested in one.
      if (inArabic.has(name) !== (language === 'ar')) continue;

      test(`${name} leaves the page of the server, with working links, search and sheets`, async ({
        page,
        library,
        guard,
        siteUrl,
      }) => {
        guard.allow(expectedErrors);
        const files = await allFiles(siteUrl, language);
        const category = (await allCategories(siteUrl, language)).at(1);
        await spoil(page);
        // A click before the new page's bundle has failed too would hit an element that is removed.
        const arriveAt = async (address: RegExp) => {
          await expect(page).toHaveURL(address);
          if (renderBreaks.has(name)) await expect(page.getByText(library.texts.scriptFailed)).toBeVisible();
        };
        await page.goto(library.href());
        await arriveAt(/\/(\?lang=ar)?$/);
        expect(await library.visibleTitles()).toEqual(files.slice(0, 9).map(titleOf));

        await library.searchFor(titleOf(files[0] ?? { fileName: '' }));
        await arriveAt(/[?&]search=.*#library$/);
        await expect(library.titles.first()).toContainText(titleOf(files[0] ?? { fileName: '' }));
        await library.reset.click();
        await arriveAt(/\/\?(lang=ar)?#library$/);
        await library.pageLink(2).click();
        await arriveAt(/[?&]page=2/);
        await library.expectRange(10, 18, files.length);

        await page.setViewportSize({ width: 390, height: 800 });
        await page.getByRole('button', { name: library.texts.selectCategory }).click();
        const dialog = page.getByRole('dialog', { name: library.texts.categoriesTitle });
        await dialog.getByRole('link', { name: category?.categoryName ?? '', exact: true }).click();
        await arriveAt(new RegExp(`category=${category?.$id}`));
        await expect(library.cards.first()).toContainText(category?.categoryName ?? '');

        const other = otherLanguage(language);
        await page.getByRole('contentinfo').getByRole('link').click();
        await expect(page.locator('html')).toHaveAttribute('lang', other);
        await expect(library.cards).not.toHaveCount(0);
      });
    }

    for (const [name, answer] of [
      ['does not come', 'abort'],
      ['cannot be read', 'fulfill'],
    ] as const) {
      if ((answer === 'abort') !== (language === 'ar')) continue;

      test(`where a later part of the program ${name}, a choice is followed without it`, async ({
        page,
        library,
        guard,
        siteUrl,
      }) => {
        guard.allow(expectedErrors);
        const files = await allFiles(siteUrl, language);
        const categories = await allCategories(siteUrl, language);
        await page.route(/(library-sdk|search-help)-.*\.js$/, (route) =>
          answer === 'abort' ? route.abort() : route.fulfill(notUnderstood),
        );
        await library.open();
        await library.pageLink(2).click();
        await library.expectRange(10, 18, files.length);
        await expect(page.getByRole('alert')).toHaveCount(0);
        await library.category(categories[0]?.categoryName ?? '').click();
        await expect(library.cards.first()).toContainText(categories[0]?.categoryName ?? '');
        await library.ready();
        await library.reset.click();
        // A category may have as many cards; only the whole library has this range.
        await library.expectRange(1, 9, files.length);
        await library.ready();
        await library.searchFor(titleOf(files[3] ?? { fileName: '' }));
        await expect(library.titles.first()).toContainText(titleOf(files[3] ?? { fileName: '' }));
        await expect(page.getByRole('alert')).toHaveCount(0);
      });
    }
  });
}

test('a lesson whose program does not come is read on, and offers nothing that would not work', async ({
  page,
  guard,
  siteUrl,
}) => {
  guard.allow(expectedErrors);
  const { next, pageOf, print, openPdf } = lessonMessages.en;
  const { address } = await lessonWithText(siteUrl, 'en');
  await page.route('**/entry-lesson-*.js', (route) => route.fulfill(notUnderstood));
  const failed = page.waitForEvent('pageerror');
  await page.goto(address);
  await failed;
  await expect(page.getByRole('button', { name: print })).toBeHidden();
  await expect(page.getByRole('link', { name: openPdf })).toBeVisible();
  await page.getByRole('link', { name: next }).first().click();
  await expect(page.getByRole('img', { name: pageOf(2, 2) })).toBeVisible();
});

test('a program that breaks down later goes on with the page of the address', async ({
  page,
  library,
  guard,
  siteUrl,
}) => {
  guard.allow(expectedErrors);
  const files = await allFiles(siteUrl, 'en');
  await library.open();
  await library.searchBox.fill('typed');
  await page.evaluate(() => Object.assign(String.prototype, { matchAll: undefined }));
  await library.pageLink(2).click();
  await library.expectRange(10, 18, files.length);
  await library.ready();
  await library.pageLink(1).click();
  await library.expectRange(1, 9, files.length);
});

test('what was typed before the program failed is kept', async ({ page, library, guard }) => {
  guard.allow(expectedErrors);
  let go = () => {};
  const typed = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.addInitScript(() => Object.assign(String.prototype, { matchAll: undefined }));
  await page.route('**/index-*.js', async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await library.searchBox.fill('patience');
  await library.sort.selectOption('fileName-desc');
  go();
  await expect(page.getByText(library.texts.scriptFailed)).toBeVisible();
  await expect(library.searchBox).toHaveValue('patience');
  await expect(library.sort).toHaveValue('fileName-desc');
});

test('the program takes the keyboard from nobody who types already', async ({ page, library }) => {
  const { promise: typed, resolve: haveTyped } = Promise.withResolvers<void>();
  await page.route(/index-.*\.js$/, async (route) => {
    await typed;
    await route.continue();
  });
  // The page's load event may wait for the request held here.
  await page.goto('/#library', { waitUntil: 'commit' });
  // The browser itself scrolls to the target first, and moves the focus there.
  await expect(library.section).toBeInViewport();
  await library.searchBox.fill('fasting');
  haveTyped();
  await library.ready();
  await expect(library.section).toBeInViewport();
  await expect(library.searchBox).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]search=fasting/);
});
