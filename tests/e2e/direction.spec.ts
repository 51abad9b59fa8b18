import type { Locator } from '@playwright/test';
import { allFiles } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

/** Returns the characters of a line from left to right, as they are displayed. */
const charactersOf = (locator: Locator): Promise<string> =>
  locator.evaluate((element) => {
    const characters: { character: string; left: number }[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      for (let index = 0; index < text.length; index += 1) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const box = range.getBoundingClientRect();
        if (box.width > 0) characters.push({ character: text[index] ?? '', left: box.left });
      }
    }
    return characters
      .sort((a, b) => a.left - b.left)
      .map(({ character }) => character)
      .join('');
  });

test.use({ language: 'ar' });

test('the Arabic range and pager run from right to left, and arrows differ from the English ones', async ({
  page,
  library,
  siteUrl,
}) => {
  const { length: total } = await allFiles(siteUrl, 'ar');
  await library.open({ page: '2' });
  await library.expectRange(10, 18, total);
  const text = await charactersOf(library.status);
  // The first number is rightmost, but each number is written left to right.
  expect(text.indexOf('10')).toBeGreaterThan(text.indexOf('18'));
  expect(text.indexOf('18')).toBeGreaterThan(text.indexOf(String(total)));

  const { previousPage, nextPage } = library.texts;
  const leftOf = async (name: string) =>
    (await library.pager.getByRole('link', { name }).boundingBox())?.x ?? 0;
  expect(await leftOf(previousPage)).toBeGreaterThan(await leftOf(nextPage));
  /** Returns the symbol and the transform of an arrow. */
  const arrow = (pager: Locator, name: string) =>
    pager.getByRole('link', { name }).evaluate((link) =>
      [...link.querySelectorAll('svg, svg *')].map((part) => {
        const { transform, scale, rotate } = getComputedStyle(part);
        return [part.getAttribute('href'), part.getAttribute('d'), transform, scale, rotate].join(' ');
      }),
    );
  const arabic = await arrow(library.pager, nextPage);
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click();
  const english = page.getByRole('navigation', { name: 'Pagination' });
  expect(await arrow(english, 'Next page')).not.toEqual(arabic);
});

test('sizes, the copyright line and the search box have the direction of their text', async ({
  page,
  library,
}) => {
  await library.open();
  const size = library.cards.first().locator('bdi[dir="ltr"]');
  expect(await charactersOf(size)).toMatch(/PDF · [\d.,]+ [KM]B/);
  const line = await charactersOf(page.getByRole('contentinfo').locator('p').first());
  for (const part of ['©', String(new Date().getFullYear())]) expect(line).toContain(part);
  expect(line.indexOf('©')).toBeGreaterThan(line.indexOf(String(new Date().getFullYear())));

  // An empty box follows the page, so that its placeholder is on the right.
  const direction = () => library.searchBox.evaluate((box) => getComputedStyle(box).direction);
  expect(await direction()).toBe('rtl');
  await library.searchBox.fill('fiqh');
  expect(await direction()).toBe('ltr');
  await library.searchBox.fill('فقه');
  expect(await direction()).toBe('rtl');
});
