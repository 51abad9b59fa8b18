import { ID } from 'node-appwrite';
import { languages } from '#contract/language.ts';
import { backendOf, isHosted, startSmallSite } from '../../support/site.ts';
import { hostileNames } from '../support/hostile-names.ts';
import { allCategories, allFiles, sdkFor } from '../support/sample-library.ts';
import { expect, startSeparateSite, test } from '../support/visitor.ts';

const site = startSeparateSite(startSmallSite);

/** A site checks a hosted project for changes once a minute. */
const hostedCheck = { timeout: 300_000 };

const filesTable = { databaseId: 'library', tableId: 'files' };

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
  const pendingSocket = page.waitForEvent('websocket', {
    predicate: (socket) => socket.url().includes('/v1/realtime'),
  });
  await library.open();
  await library.expectRange(1, 9, total);
  const socket = await pendingSocket;
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
  await db.createRow({ ...filesTable, rowId, data });
  await library.expectRange(1, 9, total + 1);
  await expect(library.titles.first()).toContainText('000 A lesson of today');

  await db.updateRow({ ...filesTable, rowId, data: { fileName: '000 A lesson of yesterday.pdf' } });
  await expect(library.titles.first()).toContainText('000 A lesson of yesterday');

  await library.titleLinks.first().focus();
  await db.deleteRow({ ...filesTable, rowId });
  await library.expectRange(1, 9, total);
  const { filesHeading } = library.texts;
  await expect(page.getByRole('heading', { name: filesHeading, exact: true })).toBeFocused();
  await expect(library.section.getByText('000 A lesson')).toHaveCount(0);
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
});

test('rejects writes without the key', async ({ request }) => {
  const rows = `${backendOf(site().url)}/v1/tablesdb/library/tables/files/rows`;
  const headers = { 'x-appwrite-project': 'minbar' };
  const row = { url: '/v1/x', fileName: 'Not mine.pdf', fileSize: 1, fileId: 'x' };
  const response = await request.post(rows, { headers, data: { rowId: 'unique()', data: row } });
  expect(response.status()).toBe(401);
  const wrongKeyResponse = await request.post(rows, {
    headers: { ...headers, 'x-appwrite-key': 'standard_guess' },
    data: { rowId: 'unique()', data: row },
  });
  expect(wrongKeyResponse.status()).toBe(401);
});

test('the server’s page escapes hostile names in both languages, and omits a lesson without a category', async ({
  page,
  library,
}) => {
  // A site checks a hosted project for changes once a minute.
  if (isHosted) test.slow();
  const { url, key } = site();
  const db = sdkFor(url, 'en', key);
  const [category] = await allCategories(url, 'en');
  const names = hostileNames.map((text) => `000 ${text}.pdf`);
  const ids = names.map((_, index) => `hostile-${index}`);
  const uncategorizedLesson = { url: '/v1/x', fileName: '000 Lost.pdf', fileSize: 1, fileId: 'lost' };
  await db.createRow({ ...filesTable, rowId: 'lost', data: uncategorizedLesson });
  for (const [index, fileName] of names.entries()) {
    const rowId = ids[index] ?? '';
    const data = { url: '/v1/x', fileName, fileSize: 1, fileId: rowId, category: category?.$id };
    await db.createRow({ ...filesTable, rowId, data });
  }
  for (const path of ['/', '/?lang=ar', `/?${new URLSearchParams({ search: hostileNames[0] ?? '' })}`]) {
    // The first response after a change may be the previous page.
    await expect(async () => {
      await page.goto(path);
      await library.ready();
      await expect(library.section.getByText('onerror=alert(1)').first()).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(library.section.getByText('000 Lost')).toHaveCount(0);
    expect(await page.locator('img[src="x"], svg[onload]').count()).toBe(0);
  }
  for (const rowId of [...ids, 'lost']) await db.deleteRow({ ...filesTable, rowId });
});

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('the address of a removed lesson responds 410 with a link to the library', async ({
      page,
      library,
      guard,
    }) => {
      if (isHosted) test.slow();
      guard.allow(/status of 410/);
      const db = sdkFor(site().url, 'en', site().key);
      const [file] = await allFiles(site().url, 'en');
      if (!file) throw new Error('the sample library is empty');
      // A site on a hosted project responds 410 only for lessons that it has served before.
      if (isHosted) expect((await page.request.get(file.url)).status()).toBe(200);
      if (isHosted) await db.deleteRow({ databaseId: 'library', tableId: 'files', rowId: file.$id });
      else {
        const { fileName } = file;
        const category = Number(/\d+/.exec(fileName)?.[0]) % 2 ? 'Fiqh' : 'Creed';
        await site().folder?.remove(`${category}/${fileName}`);
        await site().runCommand('publish', '--yes');
      }

      if (isHosted)
        await expect.poll(async () => (await page.request.get(file.url)).status(), hostedCheck).toBe(410);
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
