import { ID } from 'node-appwrite';
import { allCategories, allFiles, sdkFor } from '../support/sample-library.ts';
import { backendOf, isHosted, startSmallSite } from '../support/site.ts';
import { expect, siteOfOwn, test } from '../support/visitor.ts';

const site = siteOfOwn(startSmallSite);

const address = { databaseId: 'library', tableId: 'files' };

test('an open page shows a new, a renamed and a removed lesson without a reload', async ({
  page,
  library,
}) => {
  const db = sdkFor(site().url, 'en', site().key);
  const [category] = await allCategories(site().url, 'en');
  const { length: total } = await allFiles(site().url, 'en');
  // The first answers after another test's changes may be the page of before.
  await expect(async () => {
    await library.open();
    await expect(library.status).toHaveText(library.rangeText(1, 9, total), {
      useInnerText: true,
      timeout: 500,
    });
  }).toPass();
  const listening = page.waitForEvent('websocket', {
    predicate: (socket) => socket.url().includes('/v1/realtime'),
    timeout: 20_000,
  });
  await library.open();
  await library.expectRange(1, 9, total);
  const socket = await listening;
  await socket.waitForEvent('framereceived');
  await page.evaluate(() => Object.assign(window, { stillHere: true }));

  const rowId = ID.unique();
  const data = {
    url: `/v1/storage/buckets/pdfs/files/${rowId}/view?project=minbar`,
    fileName: '000 A lesson of today.pdf',
    fileSize: 2048,
    fileId: rowId,
    category: category?.$id,
  };
  // The subscription is confirmed a moment after the socket opens: an event may only be missed before that.
  await expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('sdk'))),
    )
    .toBe(true);
  await db.createRow({ ...address, rowId, data });
  await library.expectRange(1, 9, total + 1);
  await expect(library.titles.first()).toContainText('000 A lesson of today');

  await db.updateRow({ ...address, rowId, data: { fileName: '000 A lesson of yesterday.pdf' } });
  await expect(library.titles.first()).toContainText('000 A lesson of yesterday');

  await db.deleteRow({ ...address, rowId });
  await library.expectRange(1, 9, total);
  await expect(library.section.getByText('000 A lesson')).toHaveCount(0);
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
});

test('a page asked for after a change shows it: no stale copy is kept', async ({ page, library }) => {
  // A site asks a hosted project once a minute whether its library is another.
  if (isHosted) test.slow();
  const db = sdkFor(site().url, 'en', site().key);
  const [file] = await allFiles(site().url, 'en');
  if (!file) throw new Error('The sample has files.');
  await page.goto('/');
  await expect(library.titles.first()).toBeVisible();
  await db.updateRow({ ...address, rowId: file.$id, data: { fileName: '000 Renamed.pdf' } });
  // Whoever asks while the new page is being made may get the one before.
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
