import type { Page } from '@playwright/test';
import { languages, otherLanguage } from '#contract/language.ts';
import { lessonMessages } from '#pages/lesson/messages.ts';
import { waitForLessonText } from './support/lesson-with-text.ts';
import { allCategories, allFiles, titleOf } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

/** Console messages that the failures cause. */
const expectedErrors =
  /page error|Failed to load resource|Minified React error|is not a constructor|not a function/;

const unparsableScript = { contentType: 'text/javascript', body: 'export default /(?<=/;' };

/** Ways in which the client bundle can fail before the page is hydrated. */
const failures: Record<string, (page: Page) => Promise<unknown>> = {
  'a function that the browser lacks': (page) =>
    page.addInitScript(() => Object.assign(String.prototype, { matchAll: undefined })),
  'a row of another shape': (page) =>
    page.route('**/*', async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback();
      const response = await route.fetch();
      const brokenHtml = (await response.text()).replaceAll(/"category":\{[^}]*\}/g, '"category":null');
      return route.fulfill({ response, body: brokenHtml });
    }),
  'a bundle that does not load': (page) => page.route('**/index-*.js', (route) => route.abort()),
  'a bundle that the browser cannot parse': (page) =>
    page.route('**/index-*.js', (route) => route.fulfill(unparsableScript)),
};
const failsInRender = new Set(['a function that the browser lacks', 'a row of another shape']);
const testedInArabic = new Set(['a row of another shape', 'a bundle that does not load']);

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    for (const [name, breakPage] of Object.entries(failures)) {
      // The failure does not depend on the language, so each is tested in one language only.
      if (testedInArabic.has(name) !== (language === 'ar')) continue;

      test(`keeps the server’s page, with working links, search and sheets, after ${name}`, async ({
        page,
        library,
        guard,
        siteUrl,
      }) => {
        guard.allow(expectedErrors);
        const files = await allFiles(siteUrl, language);
        const category = (await allCategories(siteUrl, language)).at(1);
        await breakPage(page);
        // Waits until the new page's bundle has failed too, because its failure replaces elements.
        const expectPage = async (address: RegExp) => {
          await expect(page).toHaveURL(address);
          if (failsInRender.has(name)) await expect(page.getByText(library.texts.scriptFailed)).toBeVisible();
        };
        await page.goto(library.href());
        await expectPage(/\/(\?lang=ar)?$/);
        expect(await library.visibleTitles()).toEqual(files.slice(0, 9).map(titleOf));

        await library.searchFor(titleOf(files[0] ?? { fileName: '' }));
        await expectPage(/[?&]search=.*#library$/);
        await expect(library.titles.first()).toContainText(titleOf(files[0] ?? { fileName: '' }));
        await library.reset.click();
        await expectPage(/\/\?(lang=ar)?#library$/);
        await library.pageLink(2).click();
        await expectPage(/[?&]page=2/);
        await library.expectRange(10, 18, files.length);

        await page.setViewportSize({ width: 390, height: 800 });
        await page.getByRole('button', { name: library.texts.selectCategory }).click();
        const dialog = page.getByRole('dialog', { name: library.texts.categoriesTitle });
        await dialog.getByRole('link', { name: category?.categoryName ?? '', exact: true }).click();
        await expectPage(new RegExp(`category=${category?.$id}`));
        await expect(library.cards.first()).toContainText(category?.categoryName ?? '');

        const targetLanguage = otherLanguage(language);
        await page.getByRole('contentinfo').getByRole('link').click();
        await expect(page.locator('html')).toHaveAttribute('lang', targetLanguage);
        await expect(library.cards).not.toHaveCount(0);
      });
    }

    for (const [name, response] of [
      ['does not load', 'abort'],
      ['cannot be parsed', 'fulfill'],
    ] as const) {
      if ((response === 'abort') !== (language === 'ar')) continue;

      test(`loads the visitor’s choices as pages from the server if a lazy chunk ${name}`, async ({
        page,
        library,
        guard,
        siteUrl,
      }) => {
        guard.allow(expectedErrors);
        const files = await allFiles(siteUrl, language);
        const categories = await allCategories(siteUrl, language);
        await page.route(/(library-sdk|search-help)-.*\.js$/, (route) =>
          response === 'abort' ? route.abort() : route.fulfill(unparsableScript),
        );
        await library.open();
        await library.pageLink(2).click();
        await library.expectRange(10, 18, files.length);
        await expect(page.getByRole('alert')).toHaveCount(0);
        await library.category(categories[0]?.categoryName ?? '').click();
        await expect(library.cards.first()).toContainText(categories[0]?.categoryName ?? '');
        await library.ready();
        await library.reset.click();
        // A category can also have nine cards, so the total shows that the whole library is listed.
        await library.expectRange(1, 9, files.length);
        await library.ready();
        await library.searchFor(titleOf(files[3] ?? { fileName: '' }));
        await expect(library.titles.first()).toContainText(titleOf(files[3] ?? { fileName: '' }));
        await expect(page.getByRole('alert')).toHaveCount(0);
      });
    }
  });
}

test('a lesson works without its bundle, and hides buttons that need it', async ({
  page,
  guard,
  siteUrl,
}) => {
  guard.allow(expectedErrors);
  const { next, pageOf, print, openPdf } = lessonMessages.en;
  const { address } = await waitForLessonText(siteUrl, 'en');
  await page.route('**/entry-lesson-*.js', (route) => route.fulfill(unparsableScript));
  const failed = page.waitForEvent('pageerror');
  await page.goto(address);
  await failed;
  await expect(page.getByRole('button', { name: print })).toBeHidden();
  await expect(page.getByRole('link', { name: openPdf })).toBeVisible();
  await page.getByRole('link', { name: next }).first().click();
  await expect(page.getByRole('img', { name: pageOf(2, 2) })).toBeVisible();
});

test('loads the page of the address if the bundle fails later', async ({ page, library, guard, siteUrl }) => {
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

test('keeps text typed before the bundle failed', async ({ page, library, guard }) => {
  guard.allow(expectedErrors);
  let releaseBundle = () => {};
  const bundleGate = new Promise<void>((resolve) => {
    releaseBundle = resolve;
  });
  await page.addInitScript(() => Object.assign(String.prototype, { matchAll: undefined }));
  await page.route('**/index-*.js', async (route) => {
    await bundleGate;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await library.searchBox.fill('patience');
  await library.sort.selectOption('fileName-desc');
  releaseBundle();
  await expect(page.getByText(library.texts.scriptFailed)).toBeVisible();
  await expect(library.searchBox).toHaveValue('patience');
  await expect(library.sort).toHaveValue('fileName-desc');
});

test('does not move the focus of a visitor who is already typing', async ({ page, library }) => {
  const { promise: typing, resolve: finishTyping } = Promise.withResolvers<void>();
  await page.route(/index-.*\.js$/, async (route) => {
    await typing;
    await route.continue();
  });
  // The page's load event may wait for the request that this test delays.
  await page.goto('/#library', { waitUntil: 'commit' });
  // Waits until the browser has scrolled to the target and focused it.
  await expect(library.section).toBeInViewport();
  await library.searchBox.fill('fasting');
  finishTyping();
  await library.ready();
  await expect(library.section).toBeInViewport();
  await expect(library.searchBox).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]search=fasting/);
});
