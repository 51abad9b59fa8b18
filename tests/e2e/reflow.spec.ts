import type { Locator } from '@playwright/test';
import { languages } from '#contract/language.ts';
import { categoryNameIn } from '#text/category-names.ts';
import { followPath, lessonViewHref, libraryPosterPath, localHref } from '../../src/contract/urls.ts';
import { violations } from './support/axe.ts';
import { waitForLessonText } from './support/lesson-with-text.ts';
import {
  addStyles,
  brokenWords,
  clippedElements,
  overflowWidth,
  setTextSize,
  widestSpacing,
} from './support/reflow.ts';
import { expect, test } from './support/visitor.ts';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('the page fits every screen, zoom and spacing, and is at most 2000 px wide, with centered content of at most 95rem', async ({
      page,
      library,
    }) => {
      await library.open();
      for (const width of [320, 390, 800, 1100, 1440, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflowWidth(page), `${width} px`).toBeLessThanOrEqual(0);
        expect(await clippedElements(page), `${width} px`).toEqual([]);
      }
      const section = await library.section.boundingBox();
      expect(section?.width).toBeLessThanOrEqual(95 * 16);
      expect(Math.abs((section?.x ?? 0) + (section?.width ?? 0) / 2 - 1280)).toBeLessThanOrEqual(8);
      for (const part of ['banner', 'main', 'contentinfo'] as const) {
        const box = await page.getByRole(part).boundingBox();
        expect(box?.width, part).toBeLessThanOrEqual(2000);
      }
      // Browser zoom is equivalent to a smaller window with more device pixels per CSS pixel.
      for (const zoom of [2, 4]) {
        await page.setViewportSize({ width: 1280 / zoom, height: 1024 / zoom });
        expect(await overflowWidth(page)).toBeLessThanOrEqual(0);
        expect(await clippedElements(page)).toEqual([]);
      }
      await page.setViewportSize({ width: 390, height: 900 });
      await addStyles(page, widestSpacing);
      expect(await overflowWidth(page)).toBeLessThanOrEqual(0);
      expect(await clippedElements(page)).toEqual([]);
    });

    test('text twice as large fits the narrowest screen, and the chosen order remains visible', async ({
      page,
      library,
    }) => {
      await page.setViewportSize({ width: 320, height: 800 });
      await library.open();
      await setTextSize(page, 200);
      expect(await overflowWidth(page)).toBeLessThanOrEqual(0);
      const visibleWidth = await library.sort.evaluate(
        (select) => select.clientWidth - Number.parseFloat(getComputedStyle(select).paddingInlineEnd),
      );
      expect(visibleWidth).toBeGreaterThan(24);
      await setTextSize(page, 100);
    });

    test('with large text on a phone, sheets have a visible close button and no broken words', async ({
      page,
      library,
    }) => {
      const { selectCategory, categoriesClose, menuOpen, menuClose } = library.texts;
      for (const [width, percent] of [
        [320, 200],
        [360, 150],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await setTextSize(page, percent);
        await library.open();
        for (const [opener, closer] of [
          [selectCategory, categoriesClose],
          [menuOpen, menuClose],
        ] as const) {
          await page.getByRole('button', { name: opener }).click();
          const close = page.getByRole('button', { name: closer });
          await expect(close, `${width} px, ${percent} %`).toBeInViewport({ ratio: 1 });
          const sheet = page.getByRole('dialog');
          expect(await sheet.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
          expect(await brokenWords(page)).toEqual([]);
          await close.click();
        }
      }
      await setTextSize(page, 100);
    });

    test('with text twice as large on the narrowest screen, the two reading modes and the printable list are not cut off', async ({
      page,
      siteUrl,
    }) => {
      await page.setViewportSize({ width: 320, height: 800 });
      await setTextSize(page, 200);
      const { address } = await waitForLessonText(siteUrl, language);
      // Stores the page mode, because large letters on a phone would open the text.
      await page.addInitScript(() => localStorage.setItem('reading', 'page'));
      await page.goto(address);
      const modes = await page
        .locator('.modes .button')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect()));
      expect(modes.length).toBe(2);
      for (const { left, right } of modes) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(320);
      }
      await page.goto(new URL(localHref(libraryPosterPath, language), siteUrl).href);
      expect(await overflowWidth(page)).toBeLessThanOrEqual(0);
      await setTextSize(page, 100);
    });

    test('keeps the visitor’s text size, and no text is smaller than 14 px', async ({ page, library }) => {
      await library.open();
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('16px');
      const smallTexts = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('body *')]
          .filter(
            (element) =>
              element.checkVisibility() && Number.parseFloat(getComputedStyle(element).fontSize) < 14,
          )
          .map((element) => element.outerHTML.slice(0, 90)),
      );
      expect(smallTexts).toEqual([]);
    });

    // Tests 150 %, which has other breakpoints, only in the language with longer texts.
    for (const percent of language === 'ar' ? [200] : [150, 200]) {
      test(`on a phone with text of ${percent} % nothing is cut off, broken inside a word or wider than the screen`, async ({
        page,
        library,
        siteUrl,
      }) => {
        await page.setViewportSize({ width: 360, height: 800 });
        await setTextSize(page, percent);
        const { address } = await waitForLessonText(siteUrl, language);
        await library.open();
        // Stores the page mode, because large letters on a phone would open the text.
        await page.evaluate(() => localStorage.setItem('reading', 'page'));
        const textUrl = new URL(address);
        textUrl.searchParams.set('as', 'text');
        for (const path of [library.href(), address, textUrl.href]) {
          await page.goto(path);
          expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
            `${(16 * percent) / 100}px`,
          );
          expect(await overflowWidth(page), path).toBeLessThanOrEqual(0);
          expect(await clippedElements(page, true), path).toEqual([]);
          expect(await brokenWords(page), path).toEqual([]);
          expect(await violations(page), path).toEqual([]);
        }
        await setTextSize(page, 100);
      });
    }

    test('with large text, three taps lead to the text of a lesson, and a quoted page opens as a page', async ({
      page,
      library,
      siteUrl,
    }) => {
      const title = language === 'ar' ? 'خطبة قصيرة – الأمانة' : 'Gratitude, a sermon – خطبة الشكر';
      const { $id, category } = await waitForLessonText(siteUrl, language, title);
      const name = categoryNameIn(category.categoryName, language);
      for (const [width, percent] of [
        [390, 125],
        [1440, 150],
        [360, 150],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await setTextSize(page, percent);
        await library.open();
        await page.getByRole('button', { name: library.texts.selectCategory }).click();
        await library.category(name).click();
        // Waits for the cards of the category, because a card that moves during a click would be missed.
        await expect(library.cards.locator('.card-tag').filter({ hasNotText: name })).toHaveCount(0);
        await library.cards.locator(`.card-details[href*="${$id}"]`).click();
        await page.waitForURL(/as=text/);
        await expect(page.locator('.page-of-text p').nth(1)).toBeVisible();
        await page.goto('about:blank');
      }
      await page.goto(
        lessonViewHref({ id: $id, page: 1, search: '', quote: { first: 1, last: 2 } }, language),
      );
      await expect(page.locator('[data-print][data-ready]')).toBeAttached();
      await expect(page.locator('#quote')).toBeVisible();
      await setTextSize(page, 100);
    });

    test('with text twice as large on the narrowest screen, no word of a lesson’s text is broken, and longer words are hyphenated, but not addresses', async ({
      page,
      siteUrl,
    }) => {
      await page.setViewportSize({ width: 320, height: 800 });
      await setTextSize(page, 200);
      const booklet = 'First steps in Islam, a booklet in fourteen chapters';
      const { address } = await waitForLessonText(siteUrl, language, booklet);
      const textUrl = new URL(address);
      textUrl.searchParams.set('as', 'text');
      await page.goto(textUrl.href);
      await expect(page.locator('.page-of-text').first()).toHaveCSS('hyphens', 'auto');
      expect(await brokenWords(page)).toEqual([]);
      await page.goto(localHref(followPath, language));
      await expect(page.locator('main p > bdi[dir="ltr"]')).toHaveCSS('hyphens', 'manual');
      await setTextSize(page, 100);
    });

    test('click targets on a phone are at least 44 px high', async ({ page, library, siteUrl }) => {
      await page.setViewportSize({ width: 390, height: 900 });
      await library.open();
      const smallTargets = await page
        .locator('button, select, input:not([type="hidden"]), nav a, header a, footer a, .card-details')
        .filter({ visible: true })
        .evaluateAll((elements) =>
          elements
            .map((element) =>
              element.matches('input, select') ? (element.closest('.field') ?? element) : element,
            )
            .map((element) => ({
              html: element.outerHTML.slice(0, 90),
              box: element.getBoundingClientRect(),
            }))
            .filter(({ box }) => box.width > 1 && (box.width < 43.9 || box.height < 43.9))
            .map(({ html, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${html}`),
        );
      expect(smallTargets).toEqual([]);

      const { address } = await waitForLessonText(siteUrl, language);
      const lessonHrefs = [{}, { search: language === 'ar' ? 'الله' : 'angels' }, { as: 'text' }].map(
        (parameters) => {
          const url = new URL(address);
          for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
          return url.href;
        },
      );
      for (const path of [
        library.href({ search: 'zakah' }),
        localHref(followPath, language),
        ...lessonHrefs,
      ]) {
        await page.goto(path);
        await page.locator('details').evaluateAll((all) => {
          for (const details of all as HTMLDetailsElement[]) details.open = true;
        });
        const links = page.locator('.text-link, .lesson-entry').filter({ visible: true });
        const heights = await links.evaluateAll((all) =>
          all.map((link) => link.getBoundingClientRect().height),
        );
        expect(heights.length, path).toBeGreaterThan(0);
        for (const height of heights) expect(height, path).toBeGreaterThan(43.9);
      }
    });
  });
}

test('columns follow the breakpoints: one, two or three cards in a row, and a column of categories from lg', async ({
  page,
  library,
}) => {
  await library.open();
  for (const [width, columns, hasCategories] of [
    [390, 1, false],
    [767, 1, false],
    [768, 2, false],
    [1023, 2, false],
    [1024, 2, true],
    [1279, 2, true],
    [1280, 3, true],
    [1536, 3, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const tops = () =>
      library.cards.evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)));
    await expect
      .poll(async () => (await tops()).filter((top, _, [first]) => top === first).length, `${width} px`)
      .toBe(columns);
    expect(await library.categories.count(), `${width} px`).toBe(hasCategories ? 1 : 0);
    const openCategories = page.getByRole('button', { name: library.texts.selectCategory });
    expect(await openCategories.isVisible(), `${width} px`).toBe(!hasCategories);
    const header = page.getByRole('banner').getByRole('navigation');
    expect(await header.isVisible(), `${width} px`).toBe(width >= 768);
  }
});

test('scrolls smoothly unless the visitor prefers reduced motion', async ({ page, library }) => {
  const behavior = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await library.open();
  expect(await behavior()).toBe('smooth');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await behavior()).toBe('auto');
  await page.getByRole('link', { name: library.texts.explore }).click();
  await expect(page.getByRole('heading', { name: library.texts.libraryTitle, level: 2 })).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: library.texts.selectCategory }).click();
  const animationCount = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((animation) => Number(animation.effect?.getComputedTiming().activeDuration) > 50).length,
  );
  expect(animationCount).toBe(0);
});

test('marks the chosen category, the current page and the focus with forced colors', async ({
  page,
  library,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await library.open();
  const stylesOf = (locator: Locator) =>
    locator.evaluate((link) => {
      const styles = [link, ...link.querySelectorAll('*')].map((element) => {
        const {
          borderInlineStartWidth,
          borderInlineStartStyle,
          fontWeight,
          outlineStyle,
          textDecorationLine,
        } = getComputedStyle(element);
        const markerStyle = getComputedStyle(element, '::before');
        return [
          borderInlineStartStyle === 'none' ? '0' : borderInlineStartWidth,
          fontWeight,
          outlineStyle,
          textDecorationLine,
          markerStyle.content,
          markerStyle.borderInlineStartWidth,
        ].join(' ');
      });
      return styles.join(' | ');
    });
  const category = library.categories.getByRole('link');
  expect(await stylesOf(category.first())).not.toBe(await stylesOf(category.nth(1)));
  expect(await stylesOf(library.pageLink(1))).not.toBe(await stylesOf(library.pageLink(2)));
  const isOutlined = () =>
    library.searchBox.evaluate((box) =>
      [box, box.closest('.field')].some((part) => part && getComputedStyle(part).outlineStyle !== 'none'),
    );
  expect(await isOutlined()).toBe(false);
  await library.searchBox.focus();
  expect(await isOutlined()).toBe(true);
});
