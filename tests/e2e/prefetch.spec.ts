import type { Locator } from '@playwright/test';
import { languageNames, otherLanguage } from '#contract/language.ts';
import { allCategories, allFiles, titleOf } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

test.describe('in Arabic', () => {
  const language = 'ar';
  test.use({ language });

  test('the answer of a page, category or language is asked for before the choice is made, and once', async ({
    page,
    library,
    siteUrl,
  }) => {
    const files = await allFiles(siteUrl, language);
    const [, category] = await allCategories(siteUrl, language);
    const other = otherLanguage(language);
    const answers: string[] = [];
    page.on('response', async (response) => {
      const isRows = new URL(response.url()).pathname.endsWith('/rows');
      if (isRows && (await response.finished()) === null) answers.push(response.url());
    });
    const questionsOf = async (
      warn: () => Promise<unknown>,
      count: number,
      choose: Locator,
      heading: string,
    ) => {
      library.requests.length = answers.length = 0;
      await warn();
      await expect.poll(() => answers.length).toBe(count);
      await choose.press('Enter');
      await expect(library.titles.first()).toContainText(heading);
      expect(library.requests.map(String).sort()).toEqual(answers.toSorted());
    };
    await library.open();

    const second = library.pageLink(2);
    await questionsOf(() => second.hover(), 1, second, titleOf(files[9] ?? { fileName: '' }));

    const lessons = library.category(category?.categoryName ?? '');
    const ofCategory = files.find((file) => file.category.$id === category?.$id);
    await questionsOf(() => lessons.focus(), 1, lessons, titleOf(ofCategory ?? { fileName: '' }));

    const all = library.category(library.texts.allCategories);
    await all.press('Enter');
    await expect(library.titles.first()).toContainText(titleOf(files[0] ?? { fileName: '' }));
    const first = (await allFiles(siteUrl, other)).at(0);
    const link = page.getByRole('banner').getByRole('link', { name: languageNames[other] });
    const press = async () => {
      await link.hover();
      await page.mouse.down();
    };
    // Files and categories.
    await questionsOf(press, 2, link, titleOf(first ?? { fileName: '' }));
  });
});

test('whoever saves data is asked for nothing before the choice', async ({ page, library, siteUrl }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const files = await allFiles(siteUrl, 'en');
  await library.open();
  const second = library.pageLink(2);
  await second.focus();
  await second.hover();
  await page.mouse.down();
  // The page resolves this after all requests that those could have caused.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(library.requests).toEqual([]);
  await page.mouse.up();
  await library.expectRange(10, 18, files.length);
  expect(library.requests).toHaveLength(1);
});
