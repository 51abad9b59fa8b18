import type { Page } from '@playwright/test';
import { languageNames, languages } from '#contract/language.ts';
import { LibraryPage } from './support/library-page.ts';
import { failures, neverRespond, respondToRows } from './support/row-responses.ts';
import { expect, test } from './support/visitor.ts';

const browsersOwnLine = /Failed to load resource/;
const offlineLines = [browsersOwnLine, /WebSocket|[Rr]ealtime|reconnect/];

/** Disconnects the network on the second page and requests the third. Returns the message shown. */
async function askOffline(page: Page, library: LibraryPage) {
  await library.open();
  // The query code is loaded lazily; a first query ensures that it is present.
  await library.pageLink(2).click();
  await expect(library.pageLink(2)).toHaveAttribute('aria-current', 'page');
  await expect(library.cards).toHaveCount(9);
  await page.context().setOffline(true);
  await library.pager.getByRole('link', { name: library.texts.nextPage }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(library.texts.offline);
  return alert;
}

test('whatever goes wrong is a failure that says so, never an empty library', async ({
  page,
  library,
  guard,
}) => {
  guard.allow(browsersOwnLine);
  await library.open();
  for (const [name, answer] of Object.entries(failures)) {
    await test.step(name, async () => {
      const recover = await respondToRows(page, 'files', answer);
      await library.searchFor(name);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(library.texts.errorFiles);
      await expect(page.getByText(library.texts.noFiles)).toHaveCount(0);
      await expect(library.skeletons).toHaveCount(0);
      await recover();
    });
  }
});

test('Try again asks again, and the visitor’s choices are kept', async ({ page, library, guard }) => {
  guard.allow(browsersOwnLine);
  await library.open();
  const recover = await respondToRows(page, 'files', (route) => route.abort());
  await library.sort.selectOption('fileName-desc');
  await library.apply.click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(library.texts.errorFiles);
  // Only the second request can fail from here on: the first has succeeded or failed.
  const failedAgain = page.waitForEvent('requestfailed');
  await alert.getByRole('button', { name: library.texts.retry }).click();
  await failedAgain;
  await expect(alert).toContainText(library.texts.errorFiles);
  await recover();
  await alert.getByRole('button', { name: library.texts.retry }).click();
  await expect(library.cards).toHaveCount(9);
  await expect(alert).toHaveCount(0);
  await expect(library.sort).toHaveValue('fileName-desc');
  await expect(page).toHaveURL(library.href({ sort: 'fileName-desc' }));
});

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('a question without an answer ends in words about time', async ({ page, library }) => {
      await page.clock.install();
      await library.open();
      await respondToRows(page, 'files', neverRespond);
      await library.pageLink(2).click();
      await expect(library.skeletons.first()).toBeVisible();
      await page.clock.runFor(120_000);
      await expect(page.getByRole('alert')).toContainText(library.texts.timeout);
    });

    // Only the words depend on the language, not the retry.
    if (language === 'ar') return;

    test('offline says so, and goes on by itself when the connection is back', async ({
      page,
      context,
      library,
      guard,
    }) => {
      guard.allow(...offlineLines);
      const alert = await askOffline(page, library);
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

  test('offline before the first question fails and recovers the same way', async ({
    page,
    context,
    library,
    guard,
  }) => {
    guard.allow(...offlineLines);
    // Nothing that loads while the page is idle has arrived.
    await page.route(/sdk.*\.js$/, (route) => route.abort());
    await library.open();
    await context.setOffline(true);
    await library.pageLink(2).click();
    await expect(page.getByRole('alert')).toContainText(library.texts.errorFiles);
    await page.unroute(/sdk.*\.js$/);
    await context.setOffline(false);
    await expect(library.cards).toHaveCount(9);
  });

  test('a question that fails while the connection is coming back is asked again', async ({
    page,
    context,
    library,
    guard,
  }) => {
    guard.allow(...offlineLines);
    const alert = await askOffline(page, library);
    let requestCount = 0;
    await respondToRows(page, 'files', (route) => (++requestCount === 1 ? route.abort() : route.continue()));
    const response = page.waitForResponse(/files\/rows/);
    await context.setOffline(false);
    await response;
    await expect(alert).toHaveCount(0);
    await expect(library.cards).toHaveCount(9);
    // A third request happens if the live connection triggered one in between.
    expect([2, 3]).toContain(requestCount);
  });
});

/** The event after which a page may open its live connection. */
const occasions: Record<string, (page: Page) => Promise<unknown>> = {
  'the network is back': async (page) => {
    await page.context().setOffline(true);
    await page.context().setOffline(false);
  },
  'the page is looked at again': (page) =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
};
for (const [name, occasion] of Object.entries(occasions)) {
  test(`a live connection that could not be started is when ${name}, and makes up for what it missed`, async ({
    page,
    library,
    guard,
  }) => {
    guard.allow(browsersOwnLine);
    const chunk = /library-.*\.js$/;
    await page.route(chunk, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => chunk.test(request.url()));
    await library.open();
    await failed;
    await page.unroute(chunk);
    const connected = page.waitForEvent('websocket');
    await occasion(page);
    await connected;
    const wasRequested = (table: string) => library.requests.some(({ pathname }) => pathname.includes(table));
    await expect.poll(() => wasRequested('/files/rows') && wasRequested('/categories/rows')).toBe(true);
  });
}

test('a failure leaves what is already there: going back shows it at once', async ({
  page,
  library,
  guard,
}) => {
  guard.allow(browsersOwnLine);
  await library.open();
  const first = await library.visibleTitles();
  await respondToRows(page, 'files', (route) => route.abort());
  await library.pageLink(2).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await library.visibleTitles()).toEqual(first);
});

test('an older answer never replaces a newer one', async ({ page, library }) => {
  await library.open();
  const waiting: (() => void)[] = [];
  await respondToRows(page, 'files', async (route) => {
    if (route.request().url().includes('late')) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await library.searchBox.fill('late');
  await library.apply.click();
  await expect(library.skeletons.first()).toBeVisible();
  await library.reset.click();
  await expect(library.cards).toHaveCount(9);
  const response = page.waitForResponse(/late/);
  for (const release of waiting) release();
  await (await response).finished();
  // Any effect of it would be visible by now.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(library.cards).toHaveCount(9);
  await expect(library.searchBox).toHaveValue('');
});

test('categories that cannot be loaded leave those that are there, and the lessons alone', async ({
  page,
  library,
  guard,
}) => {
  guard.allow(browsersOwnLine);
  await library.open();
  await respondToRows(page, 'categories', (route) => route.abort());
  // Another language sorts categories differently, so they are requested.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/categories/rows'));
  await page.getByRole('banner').getByRole('link', { name: languageNames.ar }).click();
  await failed;
  const arabic = new LibraryPage(page, 'ar');
  await expect(arabic.titles.first()).toHaveText(/^\p{Script=Arabic}/u);
  await expect(arabic.cards).toHaveCount(9);
  await expect(arabic.categories.getByRole('link').filter({ visible: true })).toHaveCount(6);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
