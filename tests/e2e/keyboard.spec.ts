import type { Page } from '@playwright/test';
import { languages } from '#contract/language.ts';
import { siteContent } from '../support/site-content.ts';
import { expect, test } from './support/visitor.ts';

interface FocusStop {
  name: string;
  visible: boolean;
  outlined: boolean;
}

/** Returns the name of the focused element, and whether it is visible and has a focus ring; null if no element has the focus. */
const focusedStop = (page: Page): Promise<FocusStop | null> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return null;
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + Math.min(height / 2, innerHeight));
    const isDrawn = (candidate: Element | null, part?: string): boolean => {
      if (!candidate) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(candidate, part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    const label = element.id ? document.querySelector(`label[for="${element.id}"]`)?.textContent : '';
    return {
      name: (element.getAttribute('aria-label') ?? (label || element.innerText)).trim().split('\n')[0] ?? '',
      visible: top !== null && (element.contains(top) || top.contains(element)),
      outlined: isDrawn(element) || isDrawn(element, '::after') || isDrawn(element.closest('.field')),
    };
  });

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('Tab moves through visible elements in reading order, and Shift+Tab moves back', async ({
      page,
      library,
    }) => {
      await library.open();
      const forwardStops: FocusStop[] = [];
      for (let step = 0; step < 80; step += 1) {
        await page.keyboard.press('Tab');
        const current = await focusedStop(page);
        if (current === null) break;
        forwardStops.push(current);
      }
      const { texts } = library;
      const languageLinkName = language === 'ar' ? 'English' : 'العربية';
      const names = forwardStops.map(({ name }) => name);
      expect(names.slice(0, 8)).toEqual([
        texts.skipToMain,
        texts.logoLabel(siteContent.preacherName[language]),
        texts.navHome,
        texts.navLibrary,
        languageLinkName,
        texts.explore,
        texts.newest,
        texts.allCategories,
      ]);
      const order = [
        texts.searchLabel,
        texts.sortBy,
        texts.apply,
        texts.reset,
        texts.pageNumber(1),
        texts.nextPage,
      ];
      const positions = order.map((name) => names.indexOf(name));
      expect(positions.every((position) => position > 0)).toBe(true);
      expect(positions).toEqual([...positions].sort((a, b) => a - b));
      expect(names.at(-1)).toBe(languageLinkName);
      expect(forwardStops.filter(({ visible }) => !visible)).toEqual([]);
      expect(forwardStops.filter(({ outlined }) => !outlined)).toEqual([]);

      const backward: string[] = [];
      await page.getByRole('contentinfo').getByRole('link').last().focus();
      for (let step = 0; step < forwardStops.length; step += 1) {
        backward.push((await focusedStop(page))?.name ?? '');
        await page.keyboard.press('Shift+Tab');
      }
      expect(backward).toEqual([...names].reverse());
      expect(await page.locator('[tabindex]:not([tabindex="-1"]):not([tabindex="0"])').count()).toBe(0);
    });

    // The rest does not depend on the language.
    if (language === 'ar') return;

    test('the skip link appears on focus and leads to the main content', async ({ page, library }) => {
      await library.open();
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: library.texts.skipToMain });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    });

    test('search, reset, pages and categories work by keyboard', async ({ page, library }) => {
      await library.open();
      await library.searchBox.focus();
      await page.keyboard.type('qqqxyz');
      await page.keyboard.press('Enter');
      await expect(library.status).toContainText(library.texts.noFiles);
      await library.reset.focus();
      await page.keyboard.press('Space');
      await expect(library.cards).toHaveCount(9);
      await expect(library.reset).toBeFocused();
      await library.pageLink(2).focus();
      await page.keyboard.press('Enter');
      await expect(library.pageLink(2)).toHaveAttribute('aria-current', 'page');
      const second = library.categories.getByRole('link').nth(1);
      await second.focus();
      await page.keyboard.press('Enter');
      await expect(second).toHaveAttribute('aria-current', 'true');
      await expect(second).toBeFocused();
      await library.categories.locator('summary').press('Enter');
      await expect(library.categories.getByRole('link').filter({ visible: true }).nth(6)).toBeVisible();
    });
  });
}
