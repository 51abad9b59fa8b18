import { Query } from 'node-appwrite';
import { languages } from '#contract/language.ts';
import { lessonHref } from '../../src/contract/urls.ts';
import { shiftsOf, watchShifts } from './support/layout-shifts.ts';
import { allFiles } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('shows the newest lesson and the page read last, without a layout shift', async ({
      page,
      library,
      siteUrl,
    }) => {
      const [newest, second] = await allFiles(siteUrl, language, Query.orderDesc('$createdAt'));
      await page.addInitScript(
        (pages) => localStorage.setItem('pages', pages),
        JSON.stringify([[second?.$id, 7, 17]]),
      );
      await watchShifts(page);
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await library.open();
        const hero = page.getByRole('region').first();
        await expect(hero.locator('.newest')).toHaveAttribute(
          'href',
          lessonHref({ id: newest?.$id ?? '', page: 1, search: '' }, language),
        );
        await expect(hero.getByRole('link', { name: library.texts.newest })).toBeVisible();
        const link = hero.getByRole('link', { name: library.texts.continueReading(7, 17), exact: true });
        const lastPage = { id: second?.$id ?? '', page: 7, search: '' };
        await expect(link).toHaveAttribute('href', `${lessonHref(lastPage, language)}#page`);
        expect((await shiftsOf(page)).sum).toBeLessThan(0.01);
      }
      await expect(page.locator('.newest time span').first()).toHaveText(
        language === 'ar' ? '10 جمادى الآخرة 1448 هـ' : 'November 20, 2026',
      );
    });

    test('a title of two lines is shown whole, and its book is below the star of the arch', async ({
      page,
      library,
    }) => {
      for (const width of [768, 800, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await library.open();
        const title = page.locator('.newest-title');
        const { isCut, lines, gap } = await title.evaluate((element) => {
          element.textContent = 'A book of four hundred pages';
          const niche = element.closest('.niche')?.getBoundingClientRect();
          const cover = element.parentElement?.querySelector('.cover')?.getBoundingClientRect();
          const { height } = element.getBoundingClientRect();
          return {
            isCut: element.scrollHeight > Math.ceil(height),
            lines: Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight)),
            // In `arch.svg`, the star ends at 221 of 500.
            gap: (cover?.top ?? 0) - (niche?.top ?? 0) - (niche?.height ?? 0) * (221 / 500),
          };
        });
        expect({ width, isCut, lines }).toEqual({ width, isCut: false, lines: 2 });
        expect(gap, `${width}`).toBeGreaterThan(4);
      }
    });
  });
}
