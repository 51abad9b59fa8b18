import { languages } from '#contract/language.ts';
import { siteContent } from '../support/site-content.ts';
import { allCategories, allFiles, titleOf } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

test.use({ javaScriptEnabled: false });

for (const language of languages) {
  test.describe(`${language}, without JavaScript`, () => {
    test.use({ language });

    test('the page has its texts and lessons, and pages, categories and Show more work', async ({
      page,
      library,
      siteUrl,
    }) => {
      const files = await allFiles(siteUrl, language);
      await page.goto(library.href());
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteContent.heroTitle[language]);
      await library.expectRange(1, 9, files.length);
      await expect(library.cards).toHaveCount(9);
      await expect(library.skeletons).toHaveCount(0);
      // Buttons that need a script are hidden.
      await expect(page.getByRole('button', { name: library.texts.menuOpen })).toBeHidden();

      const category = (await allCategories(siteUrl, language)).at(-1);
      await library.pageLink(2).click();
      await library.expectRange(10, 18, files.length);
      await library.categories.getByText(library.texts.showMore, { exact: true }).click();
      await library.category(category?.categoryName ?? '').click();
      await expect(library.category(category?.categoryName ?? '')).toHaveAttribute('aria-current', 'true');
      await expect(library.cards.first()).toContainText(category?.categoryName ?? '');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    });

    test('the search form submits without a script', async ({ page, library, siteUrl }) => {
      const [file] = await allFiles(siteUrl, language);
      await page.goto(library.href({ page: '2' }));
      await library.searchBox.fill(titleOf(file ?? { fileName: '' }));
      await library.sort.selectOption('fileName-desc');
      await library.apply.click();
      await expect(library.titles.first()).toContainText(titleOf(file ?? { fileName: '' }));
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(library.sort).toHaveValue('fileName-desc');
      expect(new URL(page.url()).hash).toBe('#library');
      await library.reset.click();
      await expect(library.cards).toHaveCount(9);
      await expect(library.searchBox).toHaveValue('');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    });

    test('the link to the other language keeps the view', async ({ page, library }) => {
      await page.goto(library.href({ page: '2' }));
      const targetLanguage = language === 'ar' ? 'en' : 'ar';
      await page
        .getByRole('banner')
        .getByRole('link', { name: targetLanguage === 'ar' ? 'العربية' : 'English' })
        .click();
      await expect(page.locator('html')).toHaveAttribute('lang', targetLanguage);
      await expect(library.section.locator('[aria-current="page"]').filter({ visible: true })).toHaveText(
        '2',
      );
    });
  });
}

test('shows navigation and categories on a phone', async ({ page, library }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')).toHaveCount(2);
  await expect(library.categories.getByRole('link').first()).toBeVisible();
  await library.expectRange(1, 10, Number(/of (\d+)/.exec(await library.status.innerText())?.[1]));
});
