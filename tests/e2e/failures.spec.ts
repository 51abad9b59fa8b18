import type { Page } from '@playwright/test';
import { languageNames, languages } from '#contract/language.ts';
import { LibraryPage } from './support/library-page.ts';
import { failures, neverRespond, respondToRows } from './support/row-responses.ts';
import { expect, test } from './support/visitor.ts';

const failedResource = /Failed to load resource/;
const offlineMessages = [failedResource, /WebSocket|[Rr]ealtime|reconnect/];

/** Disconnects the network on the second page and opens the third. Returns the alert. */
async function openPageOffline(page: Page, library: LibraryPage) {
  await library.open();
  // Loads the lazy code for queries before the network disconnects.
  await library.pageLink(2).click();
  await expect(library.pageLink(2)).toHaveAttribute('aria-current', 'page');
  await expect(library.cards).toHaveCount(9);
  await page.context().setOffline(true);
  await library.pager.getByRole('link', { name: library.texts.nextPage }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(library.texts.offline);
  return alert;
}

test('every failure shows an error, never an empty library', async ({ page, library, guard }) => {
  guard.allow(failedResource);
  await library.open();
  for (const [name, respond] of Object.entries(failures)) {
    await test.step(name, async () => {
      const recover = await respondToRows(page, 'files', respond);
      await library.searchFor(name);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(library.texts.errorFiles);
      await expect(page.getByText(library.texts.noFiles)).toHaveCount(0);
      await expect(library.skeletons).toHaveCount(0);
      await recover();
    });
  }
});

test('Try again sends the query again, keeps the visitor’s choices, and moves the focus to the heading', async ({
  page,
  library,
  guard,
}) => {
  guard.allow(failedResource);
  await library.open();
  const recover = await respondToRows(page, 'files', (route) => route.abort());
  await library.sort.selectOption('fileName-desc');
  await library.apply.click();
  const alert = page.getByRole('alert');
  const retry = alert.getByRole('button', { name: library.texts.retry });
  const heading = page.getByRole('heading', { name: library.texts.filesHeading, exact: true });
  await expect(alert).toContainText(library.texts.errorFiles);
  // The first request has already failed, so this is the failure of the second.
  const failedAgain = page.waitForEvent('requestfailed');
  await retry.press('Enter');
  await failedAgain;
  await expect(alert).toContainText(library.texts.errorFiles);
  await expect(heading).toBeFocused();
  await recover();
  await retry.press('Enter');
  await expect(library.cards).toHaveCount(9);
  await expect(heading).toBeFocused();
  await expect(alert).toHaveCount(0);
  await expect(library.sort).toHaveValue('fileName-desc');
  await expect(page).toHaveURL(library.href({ sort: 'fileName-desc' }));
});

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('a query without a response ends with a message about the timeout', async ({ page, library }) => {
      await page.clock.install();
      await library.open();
      await respondToRows(page, 'files', neverRespond);
      await library.pageLink(2).click();
      await expect(library.skeletons.first()).toBeVisible();
      await page.clock.runFor(120_000);
      await expect(page.getByRole('alert')).toContainText(library.texts.timeout);
    });

    // The retry does not depend on the language.
    if (language === 'ar') return;

    test('reports that the network is gone, and retries by itself when it is back', async ({
      page,
      context,
      library,
      guard,
    }) => {
      guard.allow(...offlineMessages);
      const alert = await openPageOffline(page, library);
      await expect(alert.getByRole('button', { name: library.texts.retry })).toBeVisible();
      await context.setOffline(false);
      await expect(library.cards).toHaveCount(9);
      await expect(alert).toHaveCount(0);
      await expect(library.pageLink(3)).toHaveAttribute('aria-current', 'page');
    });
  });
}

// Behavior that does not depend on the language is tested in one.
test.describe('in English', () => {
  test.use({ language: 'en' });

  test('recovers if the network was gone before the first query', async ({
    page,
    context,
    library,
    guard,
  }) => {
    guard.allow(...offlineMessages);
    // Blocks the code that loads while the page is idle.
    await page.route(/sdk.*\.js$/, (route) => route.abort());
    await library.open();
    await context.setOffline(true);
    await library.pageLink(2).click();
    await expect(page.getByRole('alert')).toContainText(library.texts.errorFiles);
    await page.unroute(/sdk.*\.js$/);
    await context.setOffline(false);
    await expect(library.cards).toHaveCount(9);
  });

  test('retries a query that fails just after the network comes back', async ({
    page,
    context,
    library,
    guard,
  }) => {
    guard.allow(...offlineMessages);
    const alert = await openPageOffline(page, library);
    let requestCount = 0;
    await respondToRows(page, 'files', (route) => (++requestCount === 1 ? route.abort() : route.continue()));
    const response = page.waitForResponse(/files\/rows/);
    await context.setOffline(false);
    await response;
    await expect(alert).toHaveCount(0);
    await expect(library.cards).toHaveCount(9);
    // The realtime connection may cause a third request.
    expect([2, 3]).toContain(requestCount);
  });
});

/** Events after which a page retries its realtime connection. */
const retryEvents: Record<string, (page: Page) => Promise<unknown>> = {
  'the network is back': async (page) => {
    await page.context().setOffline(true);
    await page.context().setOffline(false);
  },
  'the page is visible again': (page) =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
};
for (const [name, triggerEvent] of Object.entries(retryEvents)) {
  test(`retries a failed realtime connection when ${name}, and loads missed changes`, async ({
    page,
    library,
    guard,
  }) => {
    guard.allow(failedResource);
    const chunk = /library-.*\.js$/;
    await page.route(chunk, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => chunk.test(request.url()));
    await library.open();
    await failed;
    await page.unroute(chunk);
    const connected = page.waitForEvent('websocket');
    await triggerEvent(page);
    await connected;
    const wasRequested = (table: string) => library.requests.some(({ pathname }) => pathname.includes(table));
    await expect.poll(() => wasRequested('/files/rows') && wasRequested('/categories/rows')).toBe(true);
  });
}

test('going back after a failure shows the previous list at once', async ({ page, library, guard }) => {
  guard.allow(failedResource);
  await library.open();
  const initialTitles = await library.visibleTitles();
  await respondToRows(page, 'files', (route) => route.abort());
  await library.pageLink(2).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await library.visibleTitles()).toEqual(initialTitles);
});

test('an older response never replaces a newer one', async ({ page, library }) => {
  await library.open();
  const pending: (() => void)[] = [];
  await respondToRows(page, 'files', async (route) => {
    if (route.request().url().includes('late')) await new Promise<void>((resolve) => pending.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await library.searchBox.fill('late');
  await library.apply.click();
  await expect(library.skeletons.first()).toBeVisible();
  await library.reset.click();
  await expect(library.cards).toHaveCount(9);
  const response = page.waitForResponse(/late/);
  for (const release of pending) release();
  await (await response).finished();
  // Waits until an effect of the late response would be visible.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(library.cards).toHaveCount(9);
  await expect(library.searchBox).toHaveValue('');
});

test('keeps the shown categories and loads lessons if categories cannot be loaded', async ({
  page,
  library,
  guard,
}) => {
  guard.allow(failedResource);
  await library.open();
  await respondToRows(page, 'categories', (route) => route.abort());
  // Another language sorts categories differently, so the page requests them.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/categories/rows'));
  await page.getByRole('banner').getByRole('link', { name: languageNames.ar }).click();
  await failed;
  const arabic = new LibraryPage(page, 'ar');
  await expect(arabic.titles.first()).toHaveText(/^\p{Script=Arabic}/u);
  await expect(arabic.cards).toHaveCount(9);
  await expect(arabic.categories.getByRole('link').filter({ visible: true })).toHaveCount(6);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
