import { Query } from 'node-appwrite';
import { languages } from '#contract/language.ts';
import { allFiles, titleOf } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('Apply searches from page 1, and Reset restores the defaults', async ({
      page,
      library,
      siteUrl,
    }) => {
      const files = await allFiles(siteUrl, language);
      await library.open({ page: '2', sort: 'fileName-desc' });
      const file = files[0] ?? { fileName: '' };
      await library.searchBox.fill(`  ${titleOf(file)} `);
      await library.apply.click();
      await expect(page).toHaveURL(library.href({ search: titleOf(file), sort: 'fileName-desc' }));
      await expect(library.titles.first()).toContainText(titleOf(file));

      await library.reset.click();
      await expect(page).toHaveURL(library.href());
      await library.expectRange(1, 9, files.length);
      await expect(library.searchBox).toHaveValue('');
      await expect(library.sort).toHaveValue('fileName-asc');
      expect(await library.visibleTitles()).toEqual(files.slice(0, 9).map(titleOf));
    });

    test('a search scrolls its form to the top, so that results are visible', async ({
      page,
      library,
      siteUrl,
    }) => {
      const [file] = await allFiles(siteUrl, language);
      const screens = {
        en: [
          [1280, 800],
          [1440, 900],
        ],
        ar: [[390, 844]],
      } as const;
      for (const [width, height] of screens[language]) {
        await page.setViewportSize({ width, height });
        await library.open();
        await library.searchFor(titleOf(file ?? { fileName: '' }));
        await expect(library.titles.first()).toContainText(titleOf(file ?? { fileName: '' }));
        await expect(library.titles.first(), `${width} px`).toBeInViewport({ ratio: 1 });
        const header = await page.getByRole('banner').boundingBox();
        const formTop = async () => (await page.getByRole('search').boundingBox())?.y;
        await expect.poll(formTop).toBeLessThan(140);
        expect(await formTop()).toBeGreaterThanOrEqual(header?.height ?? 0);
      }
    });
  });
}

// Behavior that does not depend on the language is tested in one.
test.describe('in English', () => {
  test.use({ language: 'en' });

  test('Enter in the search box applies, and Reset also clears text that was not applied', async ({
    page,
    library,
  }) => {
    await library.open();
    await library.searchBox.fill('zzz');
    await library.searchBox.press('Enter');
    await expect(page).toHaveURL(library.href({ search: 'zzz' }));
    await library.searchBox.fill('something');
    await library.sort.selectOption('fileName-desc');
    await library.reset.click();
    await expect(library.searchBox).toHaveValue('');
    await expect(library.sort).toHaveValue('fileName-asc');
    await expect(page).toHaveURL(library.href());
  });

  test('a shared address opens the same view', async ({ page, library, siteUrl }) => {
    const files = await allFiles(siteUrl, 'en', Query.orderDesc('fileName'));
    await library.open({ sort: 'fileName-desc', page: '2' });
    expect(await library.visibleTitles()).toEqual(files.slice(9, 18).map(titleOf));
    await expect(library.sort).toHaveValue('fileName-desc');
    await expect(library.pageLink(2)).toHaveAttribute('aria-current', 'page');
    await page.reload();
    expect(await library.visibleTitles()).toEqual(files.slice(9, 18).map(titleOf));
    expect(library.requests).toEqual([]);
  });
});

test.describe('in Arabic', () => {
  test.use({ language: 'ar' });

  test('typing and choosing an order have no effect before Apply', async ({ page, library, siteUrl }) => {
    const files = await allFiles(siteUrl, 'ar');
    const newest = await allFiles(siteUrl, 'ar', Query.orderDesc('$createdAt'));
    await page.clock.install();
    await library.open();
    const initialTitles = await library.visibleTitles();
    const [word = ''] = titleOf(files.at(-1) ?? { fileName: '' }).split(' ');
    await library.searchBox.fill(word);
    await library.sort.selectOption('$createdAt-desc');
    await page.clock.runFor(10_000);
    expect(await library.visibleTitles()).toEqual(initialTitles);
    expect(library.requests).toEqual([]);
    await expect(page).toHaveURL(library.href());

    await library.searchBox.fill('');
    await library.apply.click();
    await expect.poll(() => library.visibleTitles()).toEqual(newest.slice(0, 9).map(titleOf));
    await expect(page).toHaveURL(library.href({ sort: '$createdAt-desc' }));
  });

  test('Back and Forward restore views and inputs', async ({ page, library }) => {
    await library.open();
    const first = await library.visibleTitles();
    await library.sort.selectOption('fileName-desc');
    await library.apply.click();
    await expect(page).toHaveURL(library.href({ sort: 'fileName-desc' }));
    await expect(library.titles.first()).not.toContainText(first[0] ?? '');
    await expect(library.cards).toHaveCount(9);
    const second = await library.visibleTitles();
    await page.goBack();
    await expect.poll(() => library.visibleTitles()).toEqual(first);
    await expect(library.sort).toHaveValue('fileName-asc');
    await page.goForward();
    await expect.poll(() => library.visibleTitles()).toEqual(second);
    await expect(library.sort).toHaveValue('fileName-desc');
  });
});

test('treats markup and patterns in a search as plain text', async ({ page, library }) => {
  for (const text of [
    '%',
    '<img src=x onerror=alert(1)>',
    '" onfocus="alert(1)',
    '\\',
    "'; drop table files; --",
  ]) {
    await page.goto(`/?${new URLSearchParams({ search: text })}`);
    await expect(library.searchBox).toHaveValue(text);
    await expect(library.status).toBeVisible();
  }
});
