import type { Locator, Page } from '@playwright/test';
import { type Language, languages } from '#contract/language.ts';
import { catalogs } from '#web/i18n/catalogs.ts';
import { allCategories } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

interface SheetTexts {
  opener: string;
  title: string;
  description: string;
  close: string;
}

const sheets = (language: Language): Record<'menu' | 'categories', SheetTexts> => {
  const texts = catalogs[language];
  return {
    menu: {
      opener: texts.menuOpen,
      title: texts.menuTitle,
      description: texts.menuDescription,
      close: texts.menuClose,
    },
    categories: {
      opener: texts.selectCategory,
      title: texts.categoriesTitle,
      description: texts.categoriesDescription,
      close: texts.categoriesClose,
    },
  };
};

async function expectOnStartSide(page: Page, dialog: Locator, language: Language): Promise<void> {
  const side = async () => {
    const box = await dialog.boundingBox();
    if (!box) return 'nowhere';
    const width = page.viewportSize()?.width ?? 0;
    if (Math.abs(box.x) < 1 && box.x + box.width < width) return 'left';
    return Math.abs(box.x + box.width - width) < 1 && box.x > 0 ? 'right' : 'elsewhere';
  };
  await expect.poll(side, { intervals: [50] }).toBe(language === 'ar' ? 'right' : 'left');
}

const hasFocus = (dialog: Locator): Promise<boolean> =>
  dialog.evaluate((element) => element.contains(document.activeElement));

for (const language of languages) {
  for (const name of ['menu', 'categories'] as const) {
    test.describe(`${language}: the ${name} sheet`, () => {
      test.use({
        language,
        viewport: { width: 390, height: 800 },
        contextOptions: { reducedMotion: 'no-preference' },
      });
      const { opener, title, description, close } = sheets(language)[name];
      const locateParts = (page: Page) => ({
        button: page.getByRole('button', { name: opener, exact: true }),
        dialog: page.getByRole('dialog', { name: title }),
      });

      test('opens on the start side with title and description, and takes the focus', async ({
        page,
        library,
      }) => {
        await library.open();
        const { button, dialog } = locateParts(page);
        await expect(button).toHaveAttribute('aria-expanded', 'false');
        await button.click();
        await expect(dialog).toBeVisible();
        await expect(dialog).toHaveAccessibleDescription(description);
        await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
        await expect(dialog.getByRole('button', { name: close })).toBeVisible();
        await expectOnStartSide(page, dialog, language);
        expect(await hasFocus(dialog)).toBe(true);
        await expect(page.locator(`button[aria-haspopup="dialog"][aria-expanded="true"]`)).toHaveCount(1);
      });

      // The rest does not depend on the language: each sheet is tested in one, so that both sides are covered.
      if ((name === 'menu') !== (language === 'ar')) return;

      test('closes on Escape, the close button and the backdrop, and returns the focus', async ({
        page,
        library,
      }) => {
        await library.open();
        const { button, dialog } = locateParts(page);
        for (const closeSheet of [
          () => page.keyboard.press('Escape'),
          () => dialog.getByRole('button', { name: close }).click(),
          () => page.mouse.click(language === 'ar' ? 8 : 382, 400),
        ]) {
          await button.focus();
          await page.keyboard.press('Enter');
          await expect(dialog).toBeVisible();
          await expectOnStartSide(page, dialog, language);
          await closeSheet();
          await expect(dialog).toBeHidden();
          await expect(button).toBeFocused();
        }
      });

      test('closes on Back, so that it does not cover another view', async ({ page, library }) => {
        await library.open();
        await page.evaluate(() => window.history.pushState(null, '', '?search=wudu'));
        const { button, dialog } = locateParts(page);
        await button.click();
        await expect(dialog).toBeVisible();
        await page.goBack();
        await expect(dialog).toBeHidden();
      });

      test('opens before the client bundle has loaded', async ({ page, guard }) => {
        guard.allow(/Failed to load resource/);
        await page.route('**/*.js', (route) => route.abort());
        await page.goto(language === 'ar' ? '/?lang=ar' : '/');
        const { button, dialog } = locateParts(page);
        await button.click();
        await expect(dialog).toBeVisible();
        await expectOnStartSide(page, dialog, language);
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      });

      // Both sheets are one component, so the rest is tested with the longer content.
      if (name === 'menu') return;

      test('keeps the focus inside, and closes when the screen has room for its content', async ({
        page,
        library,
      }) => {
        await library.open();
        const { button, dialog } = locateParts(page);
        await button.click();
        await expect(dialog).toBeVisible();
        for (const key of [...Array(16).fill('Tab'), ...Array(16).fill('Shift+Tab')]) {
          await page.keyboard.press(key);
          // The focus may move to the browser's controls, but not to the page behind.
          const isOutside = await dialog.evaluate((element) => {
            const { activeElement } = document;
            return activeElement !== document.body && !element.contains(activeElement);
          });
          expect(isOutside).toBe(false);
        }
        await page.setViewportSize({ width: 1100, height: 800 });
        await expect(dialog).toBeHidden();
      });

      test('scrolls on a low screen, but the page behind does not', async ({ page, library }) => {
        await page.setViewportSize({ width: 390, height: 256 });
        await library.open();
        const { button, dialog } = locateParts(page);
        await button.click();
        await expect(dialog).toBeVisible();
        const box = await dialog.boundingBox();
        expect(box?.height ?? 999).toBeLessThanOrEqual(256);
        const initialScrollY = await page.evaluate(() => scrollY);
        await page.mouse.move(language === 'ar' ? 4 : 386, 200);
        await page.mouse.wheel(0, 400);
        await dialog.getByRole('link').last().scrollIntoViewIfNeeded();
        await expect(dialog.getByRole('link').last()).toBeInViewport();
        expect(await page.evaluate(() => scrollY)).toBe(initialScrollY);
      });
    });
  }
}

// The content of the sheets does not depend on the language either.
test.describe('inside the sheets', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('a menu link scrolls to the library and closes the sheet', async ({ page, library }) => {
    await library.open();
    await page.getByRole('button', { name: library.texts.menuOpen }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('link')).toHaveText([library.texts.navHome, library.texts.navLibrary]);
    await dialog.getByRole('link', { name: library.texts.navLibrary }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: library.texts.libraryTitle, level: 2 })).toBeInViewport();
  });

  test.describe('in Arabic', () => {
    test.use({ language: 'ar' });

    test('choosing a category closes the sheet and shows its lessons', async ({ page, library, siteUrl }) => {
      const [, category] = await allCategories(siteUrl, 'ar');
      if (!category) throw new Error('The sample has categories.');
      await library.open();
      await page.getByRole('button', { name: library.texts.selectCategory }).click();
      await page.getByRole('dialog').getByRole('link', { name: category.categoryName, exact: true }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(library.cards.first()).toContainText(category.categoryName);
      expect(new URL(page.url()).searchParams.get('category')).toBe(category.$id);
      await page.getByRole('button', { name: library.texts.selectCategory }).click();
      await expect(page.getByRole('dialog').locator('[aria-current="true"]')).toHaveText(
        category.categoryName,
      );
    });
  });
});
