import { languages } from '#contract/language.ts';
import { allCategories, allFiles, titleOf } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('shows five categories, and the rest behind Show more', async ({ library, siteUrl }) => {
      const categories = await allCategories(siteUrl, language);
      expect(categories.length).toBeGreaterThan(5);
      await library.open();
      const links = library.categories.getByRole('link').filter({ visible: true });
      await expect(links).toHaveText([
        library.texts.allCategories,
        ...categories.slice(0, 5).map(({ categoryName }) => categoryName),
      ]);
      await library.categories.getByText(library.texts.showMore, { exact: true }).click();
      await expect(links).toHaveText([
        library.texts.allCategories,
        ...categories.map(({ categoryName }) => categoryName),
      ]);
    });

    // The rest does not depend on the language.
    if (language === 'en') return;

    test('choosing a category shows its lessons from page 1 and marks it', async ({
      page,
      library,
      siteUrl,
    }) => {
      const [category] = await allCategories(siteUrl, language);
      if (!category) throw new Error('The sample has categories.');
      const files = (await allFiles(siteUrl, language)).filter((file) => file.category.$id === category.$id);
      await library.open({ page: '2' });
      await expect(library.category(library.texts.allCategories)).toHaveAttribute('aria-current', 'true');
      await library.category(category.categoryName).click();
      await expect(page).toHaveURL(new RegExp(`[?&]category=${category.$id}(#library)?$`));
      await expect.poll(() => library.visibleTitles()).toEqual(files.slice(0, 9).map(titleOf));
      await library.expectRange(1, Math.min(9, files.length), files.length);
      await expect(library.category(category.categoryName)).toHaveAttribute('aria-current', 'true');
      await expect(library.categories.locator('[aria-current]')).toHaveCount(1);

      await library.category(library.texts.allCategories).click();
      await expect(page).not.toHaveURL(/category=/);
      await expect(library.cards).toHaveCount(9);
      await expect(library.category(library.texts.allCategories)).toHaveAttribute('aria-current', 'true');
    });
  });
}

// Behavior that does not depend on the language is tested in one.
test.describe('in English', () => {
  test.use({ language: 'en' });

  test('search and category combine, and Reset clears both', async ({ page, library, siteUrl }) => {
    const [file] = await allFiles(siteUrl, 'en');
    if (!file) throw new Error('The sample has files.');
    const id = file.category.$id;
    await library.open({ category: id });
    await library.searchBox.fill(titleOf(file));
    await library.apply.click();
    await expect(library.titles.first()).toContainText(titleOf(file));
    expect(new URL(page.url()).searchParams.get('category')).toBe(id);
    await library.reset.click();
    await expect(page).toHaveURL(library.href());
    await expect(library.category(library.texts.allCategories)).toHaveAttribute('aria-current', 'true');
  });
});

test.describe('in Arabic', () => {
  test.use({ language: 'ar' });

  test('shows and marks a category after the fifth if the address names it', async ({ library, siteUrl }) => {
    const category = (await allCategories(siteUrl, 'ar')).at(-1);
    await library.open({ category: category?.$id ?? '' });
    const link = library.category(category?.categoryName ?? '');
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'true');
    expect(library.requests).toEqual([]);
  });
});

test('shows the chosen category on a phone, and removes it after a tap', async ({
  page,
  library,
  siteUrl,
}) => {
  const [category] = await allCategories(siteUrl, 'en');
  const name = `${category?.categoryName} – ${library.texts.removeCategory}`;
  await page.setViewportSize({ width: 390, height: 844 });
  await library.open({ category: category?.$id ?? '' });
  const link = page.getByRole('link', { name });
  await expect(link).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(/\/#library$|\/$/);
  await expect(link).toHaveCount(0);
  await library.open({ category: category?.$id ?? '' });
  await page.setViewportSize({ width: 1100, height: 844 });
  await expect(link).toBeHidden();
});

for (const language of ['en', 'ar'] as const) {
  test.describe(`${language}, archive of a category`, () => {
    test.use({ language });

    test('is linked below its files with its size, but not in a search', async ({
      page,
      library,
      siteUrl,
    }) => {
      const [category] = await allCategories(siteUrl, language);
      const archive = page.getByRole('link', { name: /\(ZIP · [\d.]+ MB\)/ });
      await library.open();
      await expect(archive).toHaveCount(0);
      await library.category(category?.categoryName ?? '').click();
      await expect(archive).toBeVisible();
      const size = Number(/[\d.]+(?= MB)/.exec(await archive.innerText())?.[0]);
      const response = await page.request.head((await archive.getAttribute('href')) ?? '');
      expect(Number(response.headers()['content-length']) / 1024 ** 2).toBeCloseTo(size, 1);
      await library.searchFor('1');
      await expect(archive).toHaveCount(0);
    });
  });
}

test('an unknown category finds no files, and Reset recovers', async ({ library }) => {
  await library.open({ category: 'no-such-category' });
  await expect(library.status).toContainText('No files found');
  await expect(library.cards).toHaveCount(0);
  await expect(library.pager).toHaveCount(0);
  await library.reset.click();
  await expect(library.cards).toHaveCount(9);
});
