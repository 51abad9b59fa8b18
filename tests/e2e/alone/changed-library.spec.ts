import { ID } from 'node-appwrite';
import { languages } from '#contract/language.ts';
import { backendOf, isHosted, startSmallSite } from '../../support/site.ts';
import { markup } from '../support/markup.ts';
import { allCategories, allFiles, sdkFor } from '../support/sample-library.ts';
import { expect, startSeparateSite, test } from '../support/visitor.ts';

const site = startSeparateSite(startSmallSite);

/** A site checks a hosted project for changes once a minute. */
const patience = { timeout: 300_000 };

const address = { databaseId: 'library', tableId: 'files' };

test('an open page shows a new, a renamed and a removed lesson without a reload', async ({
  page,
  library,
}) => {
  const db = sdkFor(site().url, 'en', site().key);
  const [category] = await allCategories(site().url, 'en');
  const { length: total } = await allFiles(site().url, 'en');
  // The first responses after another test's changes may be the previous page.
  await expect(async () => {
    await library.open();
    await expect(library.status).toHaveText(library.rangeText(1, 9, total), {
      useInnerText: true,
      timeout: 500,
    });
  }).toPass();
  const listening = page.waitForEvent('websocket', {
    predicate: (socket) => socket.url().includes('/v1/realtime'),
  });
  await library.open();
  await library.expectRange(1, 9, total);
  const socket = await listening;
  // Events may be missed only before the subscription is confirmed.
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"to":"subscribe"'));
  await page.evaluate(() => Object.assign(window, { stillHere: true }));

  const rowId = ID.unique();
  const data = {
    url: `/v1/storage/buckets/pdfs/files/${rowId}/view?project=minbar`,
    fileName: '000 A lesson of today.pdf',
    fileSize: 2048,
    fileId: rowId,
    category: category?.$id,
  };
  await db.createRow({ ...address, rowId, data });
  await library.expectRange(1, 9, total + 1);
  await expect(library.titles.first()).toContainText('000 A lesson of today');

  await db.updateRow({ ...address, rowId, data: { fileName: '000 A lesson of yesterday.pdf' } });
  await expect(library.titles.first()).toContainText('000 A lesson of yesterday');

  await library.titleLinks.first().focus();
  await db.deleteRow({ ...address, rowId });
  await library.expectRange(1, 9, total);
  const { filesHeading } = library.texts;
  await expect(page.getByRole('heading', { name: filesHeading, exact: true })).toBeFocused();
  await expect(library.section.getByText('000 A lesson')).toHaveCount(0);
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
});

test('a page asked for after a change shows it: no stale copy is kept', async ({ page, library }) => {
  // A site checks a hosted project for changes once a minute.
  if (isHosted) test.slow();
  const db = sdkFor(site().url, 'en', site().key);
  const [file] = await allFiles(site().url, 'en');
  if (!file) throw new Error('The sample has files.');
  await page.goto('/');
  await expect(library.titles.first()).toBeVisible();
  await db.updateRow({ ...address, rowId: file.$id, data: { fileName: '000 Renamed.pdf' } });
  // A request during the rendering of the new page may get the previous one.
  await expect(async () => {
    await page.reload();
    await expect(library.titles.first()).toContainText('000 Renamed', { timeout: 500 });
  }).toPass();
  await db.updateRow({ ...address, rowId: file.$id, data: { fileName: file.fileName } });
});

test('without the key nobody writes', async ({ request }) => {
  const rows = `${backendOf(site().url)}/v1/tablesdb/library/tables/files/rows`;
  const headers = { 'x-appwrite-project': 'minbar' };
  const row = { url: '/v1/x', fileName: 'Not mine.pdf', fileSize: 1, fileId: 'x' };
  const answer = await request.post(rows, { headers, data: { rowId: 'unique()', data: row } });
  expect(answer.status()).toBe(401);
  const guess = await request.post(rows, {
    headers: { ...headers, 'x-appwrite-key': 'standard_guess' },
    data: { rowId: 'unique()', data: row },
  });
  expect(guess.status()).toBe(401);
});

test('hostile names stay text in the first page, in both languages, and a lesson without a category is left out', async ({
  page,
  library,
}) => {
  // A site asks a hosted project once a minute whether its library is another.
  if (isHosted) test.slow();
  const { url, key } = site();
  const db = sdkFor(url, 'en', key);
  const [category] = await allCategories(url, 'en');
  const names = markup.map((text) => `000 ${text}.pdf`);
  const ids = names.map((_, index) => `hostile-${index}`);
  const lostLesson = { url: '/v1/x', fileName: '000 Lost.pdf', fileSize: 1, fileId: 'lost' };
  await db.createRow({ ...address, rowId: 'lost', data: lostLesson });
  for (const [index, fileName] of names.entries()) {
    const rowId = ids[index] ?? '';
    const data = { url: '/v1/x', fileName, fileSize: 1, fileId: rowId, category: category?.$id };
    await db.createRow({ ...address, rowId, data });
  }
  for (const path of ['/', '/?lang=ar', `/?${new URLSearchParams({ search: markup[0] ?? '' })}`]) {
    // The first response after a change may be the previous page.
    await expect(async () => {
      await page.goto(path);
      await library.ready();
      await expect(library.section.getByText('onerror=alert(1)').first()).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(library.section.getByText('000 Lost')).toHaveCount(0);
    expect(await page.locator('img[src="x"], svg[onload]').count()).toBe(0);
  }
  for (const rowId of [...ids, 'lost']) await db.deleteRow({ ...address, rowId });
});

test('a card links to the lesson’s own address, which answers the PDF', async ({ library, request }) => {
  if (isHosted) test.slow();
  const card = library.titleLinks.first();
  // A busy site shows the library as it was before the last test's rows went, for a moment.
  await expect(async () => {
    await library.open();
    await expect(card).toHaveAttribute('href', /^(http:\/\/[^/]+)?\/lesson\/[0-9a-f]{20}\.pdf$/, {
      timeout: 500,
    });
  }).toPass();
  const href = (await card.getAttribute('href')) ?? '';
  const answer = await request.get(new URL(href, site().url).href);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
  expect(answer.headers()['content-disposition']).toContain('inline; filename');
});

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('the address of a lesson that was taken down says so and leads to the library', async ({
      page,
      library,
      guard,
    }) => {
      if (isHosted) test.slow();
      guard.allow(/status of 410/);
      const db = sdkFor(site().url, 'en', site().key);
      const [file] = await allFiles(site().url, 'en');
      if (!file) throw new Error('the sample library is empty');
      // A site on a hosted project recognizes lessons that it has shown.
      if (isHosted) expect((await page.request.get(file.url)).status()).toBe(200);
      if (isHosted) await db.deleteRow({ databaseId: 'library', tableId: 'files', rowId: file.$id });
      else {
        const { fileName } = file;
        const category = Number(/\d+/.exec(fileName)?.[0]) % 2 ? 'Fiqh' : 'Creed';
        await site().folder?.remove(`${category}/${fileName}`);
        await site().command('publish', '--yes');
      }

      if (isHosted)
        await expect.poll(async () => (await page.request.get(file.url)).status(), patience).toBe(410);
      const response = await page.goto(`${file.url}${language === 'ar' ? '?lang=ar' : ''}`);
      expect(response?.status()).toBe(410);
      await library.ready();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const { goneHeading, goneText, goneBack } = library.texts;
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(goneHeading);
      await expect(page).toHaveTitle(new RegExp(goneHeading));
      await expect(page.getByText(goneText, { exact: true })).toBeVisible();
      await page.getByRole('link', { name: goneBack }).click();
      await expect(page).toHaveURL(`${library.href()}#library`);
      await expect(library.section).toBeInViewport();
    });
  });
}
