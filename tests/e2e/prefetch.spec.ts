import type { Locator } from '@playwright/test';
import { languageNames, otherLanguage } from '#contract/language.ts';
import { allCategories, allFiles, titleOf } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

test.describe('in Arabic', () => {
  const language = 'ar';
  test.use({ language });

  test('prefetches a page, category or language before the choice is made, and requests it once', async ({
    page,
    library,
    siteUrl,
  }) => {
    const files = await allFiles(siteUrl, language);
    const [, category] = await allCategories(siteUrl, language);
    const targetLanguage = otherLanguage(language);
    const responses: string[] = [];
    page.on('response', async (response) => {
      const isRows = new URL(response.url()).pathname.endsWith('/rows');
      if (isRows && (await response.finished()) === null) responses.push(response.url());
    });
    const expectPrefetch = async (
      hint: () => Promise<unknown>,
      count: number,
      link: Locator,
      heading: string,
    ) => {
      library.requests.length = responses.length = 0;
      await hint();
      await expect.poll(() => responses.length).toBe(count);
      await link.press('Enter');
      await expect(library.titles.first()).toContainText(heading);
      expect(library.requests.map(String).sort()).toEqual(responses.toSorted());
    };
    await library.open();

    const second = library.pageLink(2);
    await expectPrefetch(() => second.hover(), 1, second, titleOf(files[9] ?? { fileName: '' }));

    const lessons = library.category(category?.categoryName ?? '');
    const fileOfCategory = files.find((file) => file.category.$id === category?.$id);
    await expectPrefetch(() => lessons.focus(), 1, lessons, titleOf(fileOfCategory ?? { fileName: '' }));

    const allCategoriesLink = library.category(library.texts.allCategories);
    await allCategoriesLink.press('Enter');
    await expect(library.titles.first()).toContainText(titleOf(files[0] ?? { fileName: '' }));
    const first = (await allFiles(siteUrl, targetLanguage)).at(0);
    const link = page.getByRole('banner').getByRole('link', { name: languageNames[targetLanguage] });
    const press = async () => {
      await link.hover();
      await page.mouse.down();
    };
    // This prefetch requests files and categories.
    await expectPrefetch(press, 2, link, titleOf(first ?? { fileName: '' }));
  });
});

test('does not prefetch for visitors who save data', async ({ page, library, siteUrl }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const files = await allFiles(siteUrl, 'en');
  await library.open();
  const second = library.pageLink(2);
  await second.focus();
  await second.hover();
  await page.mouse.down();
  // Resolves after any request that these events could have caused.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(library.requests).toEqual([]);
  await page.mouse.up();
  await library.expectRange(10, 18, files.length);
  expect(library.requests).toHaveLength(1);
});
