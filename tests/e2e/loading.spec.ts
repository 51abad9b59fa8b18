import type { Page } from '@playwright/test';
import { delayedResponse, respondToRows } from './support/row-responses.ts';
import { allCategories, allFiles, titleOf } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

test.describe('in Arabic', () => {
  test.use({ language: 'ar' });

  test('shows six skeletons in a busy region while loading, then the lessons', async ({ page, library }) => {
    await library.open();
    await expect(library.skeletons).toHaveCount(0);
    const { open, respond } = delayedResponse();
    await respondToRows(page, 'files', respond);
    await library.pageLink(2).click();
    await expect(library.skeletons).toHaveCount(6);
    const region = library.section.locator('[aria-busy="true"]').filter({ has: library.skeletons.first() });
    await expect(region).toHaveCount(1);
    for (const skeleton of await library.skeletons.all()) {
      expect(await skeleton.evaluate((element) => element.closest('[aria-hidden="true"]') !== null)).toBe(
        true,
      );
    }
    await expect(region).toContainText(library.texts.loading);
    open();
    await expect(library.cards).toHaveCount(9);
    await expect(library.skeletons).toHaveCount(0);
    await expect(library.section.locator('[aria-busy="true"]')).toHaveCount(0);
  });
});

/** Records the non-empty texts that the status region announces from now on. Returns a function that reads them. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.getByRole('status').evaluate((status: HTMLElement) => {
    const announcements: string[] = [];
    Object.assign(window, { heard: announcements });
    let last = status.innerText.trim();
    new MutationObserver(() => {
      const text = status.innerText.trim();
      if (text !== last && text !== '') announcements.push(text);
      last = text;
    }).observe(status, { childList: true, subtree: true, characterData: true, attributes: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test('one status region announces each result once, and nothing at hydration', async ({
  page,
  library,
  siteUrl,
}) => {
  const [category] = await allCategories(siteUrl, 'en');
  await page.goto('/');
  const announcements = await recordAnnouncements(page);
  await library.ready();
  await expect(library.status).toHaveCount(1);
  const announced: string[] = [];
  const actions: [string, () => Promise<void>][] = [
    ['page', () => library.pageLink(2).click()],
    ['category', () => library.category(category?.categoryName ?? '').click()],
    [
      'apply',
      async () => {
        await library.searchBox.fill('qqqxyz');
        await library.apply.click();
      },
    ],
    ['reset', () => library.reset.click()],
  ];
  for (const [name, act] of actions) {
    const previousText = await library.status.innerText();
    await act();
    await expect(library.status, name).not.toHaveText(previousText, { useInnerText: true });
    await expect(library.section.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(library.status, name).not.toBeEmpty();
    announced.push((await library.status.innerText()).trim());
    expect(await announcements(), name).toEqual(announced);
  }
});

test('a cached view sends no query', async ({ page, library, siteUrl }) => {
  const [category] = await allCategories(siteUrl, 'en');
  await library.open();
  const fileQueryCount = (): number =>
    library.requests.filter(({ pathname }) => pathname.includes('/tables/files/')).length;
  await library.pageLink(2).click();
  await expect(library.pageLink(2)).toHaveAttribute('aria-current', 'page');
  await expect(library.cards).toHaveCount(9);
  await library.category(category?.categoryName ?? '').click();
  await expect(library.category(category?.categoryName ?? '')).toHaveAttribute('aria-current', 'true');
  await expect(library.cards.first()).toContainText(category?.categoryName ?? '');
  expect(fileQueryCount()).toBe(2);

  await library.category('All Categories').click();
  await expect(library.pageLink(1)).toHaveAttribute('aria-current', 'page');
  await expect(library.cards).toHaveCount(9);
  await library.pageLink(2).click();
  await expect(library.pageLink(2)).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await page.goBack();
  await expect(library.category(category?.categoryName ?? '')).toHaveAttribute('aria-current', 'true');
  await expect(library.skeletons).toHaveCount(0);
  expect(fileQueryCount()).toBe(2);
});

test('sends the query of a search as specified, and once', async ({ library, siteUrl }) => {
  const [file] = await allFiles(siteUrl, 'en');
  const [word = ''] = titleOf(file ?? { fileName: '' }).split(' ');
  await library.open({ category: file?.category.$id ?? '' });
  await library.searchBox.fill(word);
  await library.sort.selectOption('$createdAt-desc');
  await library.apply.click();
  // Excludes counts by category, which have no offset.
  const listRequests = () =>
    library.requests.filter(({ search }) => decodeURIComponent(search).includes('"offset"'));
  await expect.poll(() => listRequests().length).toBe(1);
  await expect(library.section.locator('[aria-busy="true"]')).toHaveCount(0);
  const [request] = listRequests();
  expect(request?.pathname).toBe('/v1/tablesdb/library/tables/files/rows');
  const queries = [...(request?.searchParams ?? [])]
    .filter(([name]) => name.startsWith('queries'))
    .map(([, value]) => JSON.parse(value));
  expect(queries).toEqual(
    expect.arrayContaining([
      { method: 'select', values: ['*', 'category.*'] },
      { method: 'limit', values: [9] },
      { method: 'equal', attribute: 'category.$id', values: [file?.category.$id] },
      { method: 'contains', attribute: 'fileName', values: [word] },
      { method: 'orderDesc', attribute: '$createdAt' },
      { method: 'offset', values: [0] },
    ]),
  );
  expect(queries).toHaveLength(6);
  expect(listRequests()).toHaveLength(1);
});
