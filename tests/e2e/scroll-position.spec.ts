import type { Page } from '@playwright/test';
import { expect, test } from './support/visitor.ts';

const scrollPosition = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

// From the second page on, the server's list begins with files that only one page size shows.
for (const [language, width, number] of [
  ['ar', 390, '2'],
  ['en', 800, '3'],
  ['ar', 1100, '3'],
  ['en', 1440, '3'],
] as const) {
  test.describe(language, () => {
    test.use({ language });

    test(`Back from a lesson and a reload restore the scroll position, page ${number} at ${width} px`, async ({
      page,
      library,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await library.open({ page: number });
      const details = library.cards.nth(6).getByRole('link', { name: library.texts.details });
      await details.evaluate((link) => link.scrollIntoView({ block: 'center' }));
      const savedPosition = await scrollPosition(page);
      expect(savedPosition).toBeGreaterThan(0);
      await details.click();
      await page.waitForURL(/\/lesson\//);
      const expectSamePosition = async () => {
        await library.ready();
        await page.waitForLoadState('networkidle');
        expect(await scrollPosition(page)).toBe(savedPosition);
      };
      await page.goBack();
      await expectSamePosition();
      await page.reload();
      await expectSamePosition();
    });
  });
}
