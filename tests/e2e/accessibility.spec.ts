import type { Page } from '@playwright/test';
import { languages } from '#web/i18n/language.ts';
import { answerRows, gate } from '../support/answers.ts';
import { violations } from '../support/axe.ts';
import type { LibraryPage } from '../support/library-page.ts';
import { expect, test } from '../support/visitor.ts';

interface Screen {
  /** Widths at which this screen exists. */
  widths: readonly number[];
  show: (page: Page, library: LibraryPage) => Promise<void>;
}

const openSheet = (name: 'menuOpen' | 'selectCategory') => async (page: Page, library: LibraryPage) => {
  await library.open();
  await page.getByRole('button', { name: library.texts[name], exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

const screens: Record<string, Screen> = {
  home: { widths: [360, 1440], show: (_page, library) => library.open() },
  'page 2 of a search': {
    widths: [360, 1440],
    show: (_page, library) => library.open({ page: '2', sort: 'fileName-desc' }),
  },
  'menu sheet': { widths: [360], show: openSheet('menuOpen') },
  'categories sheet': { widths: [360], show: openSheet('selectCategory') },
  empty: { widths: [360, 1440], show: (_page, library) => library.open({ search: 'qqqxyz' }) },
  loading: {
    widths: [1440],
    show: async (page, library) => {
      await library.open();
      await answerRows(page, 'files', gate().answer);
      await library.pageLink(2).click();
      await expect(library.skeletons).toHaveCount(6);
    },
  },
  error: {
    widths: [360, 1440],
    show: async (page, library) => {
      await library.open();
      await answerRows(page, 'files', (route) => route.abort());
      await library.reset.click();
      await library.pageLink(2).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  'not found': {
    widths: [360, 1440],
    show: async (page, library) => {
      await page.goto(library.language === 'ar' ? '/nowhere?lang=ar' : '/nowhere');
      await library.ready();
    },
  },
};

for (const language of languages) {
  for (const [name, { widths, show }] of Object.entries(screens)) {
    test.describe(`${language}: ${name}`, () => {
      test.use({ language });
      test('has nothing axe objects to, light and dark', async ({ page, library, guard }) => {
        guard.allow(/Failed to load resource/);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await page.unrouteAll({ behavior: 'ignoreErrors' });
          await show(page, library);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            expect(await violations(page), `${width} px, ${colorScheme}`).toEqual([]);
          }
        }
      });
    });
  }
}
