import { languages } from '#contract/language.ts';
import { LibraryPage } from './support/library-page.ts';
import { allFiles, titleOf } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('the pager links the first, last and adjacent pages, and stops at the ends', async ({
      page,
      library,
      siteUrl,
    }) => {
      const { length: total } = await allFiles(siteUrl, language);
      const pages = Math.ceil(total / 9);
      expect(pages).toBeGreaterThan(3);
      const { previousPage, nextPage, pageNumber } = library.texts;
      await library.open();
      const names = () =>
        library.pager
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? link.textContent));
      expect(await names()).toEqual([
        previousPage,
        pageNumber(1),
        pageNumber(2),
        pageNumber(pages),
        nextPage,
      ]);
      await expect(library.pager).toContainText('…');
      await expect(library.pager.getByRole('link', { name: previousPage })).toHaveAttribute(
        'aria-disabled',
        'true',
      );

      await library.pager.getByRole('link', { name: nextPage }).click();
      await library.expectRange(10, 18, total);
      await expect(library.pageLink(2)).toHaveAttribute('aria-current', 'page');
      await expect(page).toHaveURL(/[?&]page=2(#library)?$/);

      await library.pageLink(pages).click();
      await library.expectRange(9 * (pages - 1) + 1, total, total);
      await expect(library.pager.getByRole('link', { name: nextPage })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      expect(await names()).toEqual([
        previousPage,
        pageNumber(1),
        pageNumber(pages - 1),
        pageNumber(pages),
        nextPage,
      ]);
    });
  });
}

for (const language of languages)
  test(`on the narrowest phone, the pager is in one row, and its summary is centered: ${language}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    const library = new LibraryPage(page, language);
    await library.open({ page: '3' });
    const tops = await library.pager
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().top)));
    expect(tops.length).toBe(7);
    expect(new Set(tops).size).toBe(1);
    const summary = library.status.filter({ visible: true });
    expect(await summary.evaluate((element) => getComputedStyle(element).textAlign)).toBe('center');
  });

// Behavior that does not depend on the language is tested in one.
test.describe('in English', () => {
  test.use({ language: 'en' });

  test('another page keeps the rest of the view and scrolls to its start', async ({ page, library }) => {
    await library.open({ sort: 'fileName-desc' });
    await library.pager.scrollIntoViewIfNeeded();
    await library.pageLink(2).click();
    await expect(library.pageLink(2)).toHaveAttribute('aria-current', 'page');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('fileName-desc');
    await expect(library.titles.first()).toBeInViewport();
    const isInside = () => library.section.evaluate((section) => section.contains(document.activeElement));
    await expect.poll(isInside).toBe(true);
  });
});

test.describe('in Arabic', () => {
  test.use({ language: 'ar' });

  test('replaces a page past the end with the last one, also in the address', async ({
    page,
    library,
    siteUrl,
  }) => {
    const { length: total } = await allFiles(siteUrl, 'ar');
    const pages = Math.ceil(total / 9);
    await library.open({ page: '999' });
    await library.expectRange(9 * (pages - 1) + 1, total, total);
    await expect(page).toHaveURL(library.href({ page: String(pages) }));
    await expect(library.pageLink(pages)).toHaveAttribute('aria-current', 'page');
  });
});

for (const [width, size] of [
  [360, 10],
  [1279, 10],
  [1280, 9],
] as const) {
  test(`shows ${size} files per page at ${width} px, without a query`, async ({ page, library, siteUrl }) => {
    const files = await allFiles(siteUrl, 'en');
    await page.setViewportSize({ width, height: 900 });
    await library.open();
    expect(await library.visibleTitles()).toEqual(files.slice(0, size).map(titleOf));
    await library.expectRange(1, size, files.length);
    await expect(library.pageLink(Math.ceil(files.length / size))).toBeVisible();
    await library.open({ page: '2' });
    expect(await library.visibleTitles()).toEqual(files.slice(size, 2 * size).map(titleOf));
    await library.expectRange(size + 1, 2 * size, files.length);
    expect(library.requests).toEqual([]);
  });
}

test('changes the page size with the width of the window', async ({ page, library, siteUrl }) => {
  const { length: total } = await allFiles(siteUrl, 'en');
  await library.open();
  await page.setViewportSize({ width: 1000, height: 900 });
  await library.expectRange(1, 10, total);
  await page.setViewportSize({ width: 1440, height: 900 });
  await library.expectRange(1, 9, total);
});
