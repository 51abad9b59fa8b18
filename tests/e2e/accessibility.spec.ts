import type { Page } from '@playwright/test';
import { type Language, languages } from '#contract/language.ts';
import {
  embedHref,
  followHref,
  lessonHref,
  libraryPosterPath,
  localHref,
  posterHref,
} from '../../src/contract/urls.ts';
import { violations } from './support/axe.ts';
import { waitForLessonText } from './support/lesson-with-text.ts';
import type { LibraryPage } from './support/library-page.ts';
import { overflowWidth, setTextSize } from './support/reflow.ts';
import { delayedResponse, respondToRows } from './support/row-responses.ts';
import { allCategories, allFiles } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

type ColorScheme = 'light' | 'dark';

interface Screen {
  /** Widths, each with the color schemes in which the screen is checked. */
  looks: readonly (readonly [width: number, ...ColorScheme[]])[];
  /** Set if the languages differ only in texts, so that one is enough. */
  only?: Language;
  show: (page: Page, library: LibraryPage) => Promise<void>;
}

const phoneLooks = [[360, 'light', 'dark']] as const;
const mixedLooks = [
  [360, 'light'],
  [1440, 'dark'],
] as const;
const allLooks = [
  [360, 'light', 'dark'],
  [1440, 'light', 'dark'],
] as const;

const openSheet = (name: 'menuOpen' | 'selectCategory') => async (page: Page, library: LibraryPage) => {
  await library.open();
  await page.getByRole('button', { name: library.texts[name], exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

const screens: Record<string, Screen> = {
  home: { looks: allLooks, show: (_page, library) => library.open() },
  'page 2 in another order': {
    looks: mixedLooks,
    only: 'en',
    show: (_page, library) => library.open({ page: '2', sort: 'fileName-desc' }),
  },
  'found words': {
    looks: mixedLooks,
    only: 'en',
    show: async (_page, library) => {
      await library.open({ search: 'wudu' });
      await expect(library.cards.locator('mark').first()).toBeVisible();
      await expect(library.section.locator('blockquote mark').first()).toBeVisible();
    },
  },
  'menu sheet': { looks: phoneLooks, show: openSheet('menuOpen') },
  'categories sheet': { looks: phoneLooks, show: openSheet('selectCategory') },
  empty: { looks: mixedLooks, only: 'ar', show: (_page, library) => library.open({ search: 'qqqxyz' }) },
  loading: {
    looks: [[1440, 'light', 'dark']],
    only: 'en',
    show: async (page, library) => {
      await library.open();
      await respondToRows(page, 'files', delayedResponse().respond);
      await library.pageLink(2).click();
      await expect(library.skeletons).toHaveCount(6);
    },
  },
  error: {
    looks: mixedLooks,
    only: 'ar',
    show: async (page, library) => {
      await library.open();
      await respondToRows(page, 'files', (route) => route.abort());
      await library.reset.click();
      await library.pageLink(2).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  'not found': {
    looks: mixedLooks,
    only: 'en',
    show: async (page, library) => {
      await page.goto(library.language === 'ar' ? '/nowhere?lang=ar' : '/nowhere');
      await library.ready();
    },
  },
};

for (const language of languages) {
  for (const [name, { looks, only = language, show }] of Object.entries(screens)) {
    if (only !== language) continue;
    test.describe(`${language}: ${name}`, () => {
      test.use({ language });
      test('has no axe violations, light and dark', async ({ page, library, guard }) => {
        guard.allow(/Failed to load resource/);
        await page.setViewportSize({ width: looks[0]?.[0] ?? 0, height: 900 });
        await show(page, library);
        for (const [width, ...colors] of looks) {
          if (width !== page.viewportSize()?.width) {
            await page.setViewportSize({ width, height: 900 });
            // Another width may need another page size, which the page requests when it draws the next frame.
            await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
            await expect(library.section.locator('[aria-busy="true"]')).toHaveCount(0);
          }
          for (const [index, colorScheme] of colors.entries()) {
            await page.emulateMedia({ colorScheme });
            const foundViolations = await violations(page, index > 0 ? { only: 'colors' } : {});
            expect(foundViolations, `${width} px, ${colorScheme}`).toEqual([]);
          }
        }
      });
    });
  }
}

for (const language of languages) {
  test.describe(`${language}: pages other than the home page`, () => {
    test.use({ language });
    test('have no axe violations with text of 100, 150 and 200 %, light and dark', async ({
      page,
      siteUrl,
    }) => {
      const lesson = await waitForLessonText(siteUrl, language);
      const text = lessonHref({ id: lesson.$id, page: 1, search: '', as: 'text' }, language);
      const paths = [
        followHref(language),
        localHref(libraryPosterPath, language),
        posterHref({ kind: 'lesson', id: lesson.$id }, language),
        embedHref(undefined, language),
        text,
      ];
      await page.setViewportSize({ width: 360, height: 800 });
      for (const percent of [100, 150, 200]) {
        await setTextSize(page, percent);
        for (const path of paths) {
          await page.emulateMedia({ colorScheme: 'light' });
          await page.goto(path);
          expect(await violations(page), `${path}, ${percent} %`).toEqual([]);
          expect(await overflowWidth(page), `${path}, ${percent} %`).toBeLessThanOrEqual(0);
          await page.emulateMedia({ colorScheme: 'dark' });
          expect(await violations(page, { only: 'colors' }), `${path}, dark`).toEqual([]);
        }
      }
      await setTextSize(page, 100);
    });
  });
}

test('forced colors give found words an opaque background', async ({ page, library }) => {
  await library.open({ search: 'wudu' });
  const background = () =>
    library.cards
      .locator('mark')
      .first()
      .evaluate((mark) => getComputedStyle(mark).backgroundColor);
  expect(await background()).toMatch(/[,/] ?0?\.\d+\)$/);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await background()).toMatch(/^rgb\(/);
});

for (const language of languages) {
  test.describe(`${language}, for screen readers`, () => {
    test.use({ language });

    test('a count is one text, a bilingual name has one language, and cards are a list', async ({
      library,
      siteUrl,
    }) => {
      const { length: total } = await allFiles(siteUrl, language);
      await library.open();
      const first = library.categories.getByRole('listitem').first();
      await expect(first).toHaveText(
        `${library.texts.allCategories} ${total} (${library.texts.fileCount(total)})`,
      );
      const textNodes = await first.locator('.sr-only').evaluate((count) => count.childNodes.length);
      expect(textNodes).toBe(1);

      // Only the half in the page's language is shown, which needs no `lang`.
      const { categoryName } = (await allCategories(siteUrl, language)).at(-1) ?? {};
      await library.categories.getByText(library.texts.showMore, { exact: true }).click();
      const last = library.category(categoryName ?? '');
      await expect(last).toBeVisible();
      await expect(last.locator('[lang]')).toHaveCount(0);

      // Safari announces a list without bullets as a list only with an explicit role.
      expect(await library.section.locator('ul:has(> li > article)').getAttribute('role')).toBe('list');
    });
  });
}
