import type { Page } from '@playwright/test';
import { expect, test } from './support/visitor.ts';

const place = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

// The server's list has the files of both page sizes: from the second page on, they begin with different ones.
for (const [language, width, number] of [
  ['ar', 390, '2'],
  ['en', 800, '3'],
  ['ar', 1100, '3'],
  ['en', 1440, '3'],
] as const) {
  test.describe(language, () => {
    test.use({ language });

    test(`Back from a lesson and a reload lead to the same place, page ${number} at ${width} px`, async ({
      page,
      library,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await library.open({ page: number });
      const details = library.cards.nth(6).getByRole('link', { name: library.texts.details });
      await details.evaluate((link) => link.scrollIntoView({ block: 'center' }));
      const before = await place(page);
      expect(before).toBeGreaterThan(0);
      await details.click();
      await page.waitForURL(/\/lesson\//);
      const isThere = async () => {
        await library.ready();
        await page.waitForLoadState('networkidle');
        expect(await place(page)).toBe(before);
      };
      await page.goBack();
      await isThere();
      await page.reload();
      await isThere();
    });
  });
}
