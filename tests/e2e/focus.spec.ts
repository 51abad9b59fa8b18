import type { Page } from '@playwright/test';
import { languages } from '#contract/language.ts';
import type { LibraryPage } from './support/library-page.ts';
import { allFiles, creedNames } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

const heading = ({ page, texts }: LibraryPage) =>
  page.getByRole('heading', { name: texts.filesHeading, exact: true });
const press = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).press('Enter');

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('moves the focus to the heading of the new list if the followed link disappears', async ({
      page,
      library,
      siteUrl,
    }) => {
      const { texts, cards } = library;
      await library.open({ search: 'hp;hl' });
      await press(page, texts.searchExactly('hp;hl'));
      await expect(library.status).toContainText(texts.noFiles);
      await expect(heading(library)).toBeFocused();
      await expect(heading(library)).toBeInViewport();

      await press(page, texts.clearSearch);
      await expect(cards).toHaveCount(9);
      await expect(heading(library)).toBeFocused();
      await expect(cards.first()).toBeInViewport();

      const creed = (await allFiles(siteUrl, language)).find(
        ({ category }) => category.categoryName === creedNames[language],
      );
      await library.open({ search: 'prayer', category: creed?.category.$id ?? '' });
      await page.getByRole('link', { name: /\(\d+\)$/ }).press('Enter');
      await expect(cards.first()).toBeVisible();
      await expect(heading(library)).toBeFocused();

      await library.open({ search: 'Praxer of tha traveler' });
      await press(page, 'Prayer of the traveler');
      await expect(cards.first()).toBeVisible();
      await expect(heading(library)).toBeFocused();
    });
  });
}
