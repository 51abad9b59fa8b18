import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createCache } from '#backend/cache.ts';
import { languages } from '#contract/language.ts';
import { categoryRow, lessonRow, memoryList } from '../../tests/support/memory-list.ts';
import { exhaustedClient, unlimitedClient } from '../../tests/support/request-clients.ts';
import { createSharedFolder } from '../../tests/support/temporary-folder.ts';
import { createCategoryZips } from './category-zip.ts';
import { visitorTexts } from './messages/visitor-texts.ts';
import { setHeaders } from './security-headers.ts';

const folder = createSharedFolder();
const path = join(folder, 'lesson.pdf');
writeFileSync(path, 'A lesson');
const fiqh = categoryRow('fiqh', 'Fiqh – الفقه');
const sizedRow = (index: number, name: string, fileSize = 8) => ({
  ...lessonRow(index, name, fiqh),
  fileSize,
});
let time = 0;
const zipsOf = (rows: ReturnType<typeof sizedRow>[], file: string | undefined = path) =>
  createCategoryZips(
    memoryList([fiqh, categoryRow('empty', 'Empty')], rows),
    async () => file,
    createCache(() => 1),
    () => time,
  );
const threeLessons = () =>
  zipsOf([sizedRow(0, 'Wudu.pdf'), sizedRow(1, 'wudu.pdf'), sizedRow(2, 'صلاة/الفجر.pdf')]);

test('sends a category as one archive with its length, named in the page’s language', async () => {
  const { app, archiveBytes } = threeLessons();
  const response = await app.request('/category/fiqh.zip?lang=ar');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('الفقه'));
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  expect(await archiveBytes('fiqh')).toBe(bytes.length);
  for (const name of ['Wudu.pdf', 'wudu (2).pdf', 'صلاة-الفجر.pdf']) expect(bytes.includes(name)).toBe(true);
  expect(bytes.toString('latin1').match(/A lesson/g)).toHaveLength(3);
});

test('numbers equal names and shortens them to fit common file systems', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => sizedRow(index, `${'درس'.repeat(80)}.pdf`));
  const bytes = Buffer.from(await (await zipsOf(rows).app.request('/category/fiqh.zip')).arrayBuffer());
  const names = new Set<string>();
  const signature = 'PK\x01\x02';
  for (let start = bytes.indexOf(signature); start >= 0; start = bytes.indexOf(signature, start + 1))
    names.add(bytes.toString('utf8', start + 46, start + 46 + bytes.readUInt16LE(start + 28)));
  expect(names.size).toBe(200);
  for (const name of names) expect([name, Buffer.byteLength(name) <= 255]).toEqual([name, true]);
  expect([...names].at(-1)).toMatch(/^(?:درس)+[د-س]* \(200\)\.pdf$/);
});

test.each(['empty', 'none', 'x'.repeat(99), '..%2Ffiqh'])('responds 404 for the category %s', async (id) => {
  expect((await threeLessons().app.request(`/category/${id}.zip`)).status).toBe(404);
});

test.each([
  ['too large', 3e9],
  // The files alone would fit into an archive, but not with their headers.
  ['too large with its headers', 2 ** 31 - 100],
])('responds 404 for a category that is %s', async (_, bytes) => {
  const { app, archiveBytes } = zipsOf([sizedRow(0, 'Large.pdf', bytes), sizedRow(1, 'Larger.pdf', bytes)]);
  expect((await app.request('/category/fiqh.zip')).status).toBe(404);
  expect(await archiveBytes('fiqh')).toBeUndefined();
});

test('sends a client one archive at a time', async () => {
  // Sets a header in a middleware, after which Hono builds all responses to a request from the same headers.
  const app = new Hono().use(setHeaders({ 'X-Frame-Options': 'DENY' })).route('/', threeLessons().app);
  const first = await app.request('/category/fiqh.zip');
  for (const language of languages) {
    const second = await app.request(`/category/fiqh.zip?lang=${language}`);
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '60']);
    for (const name of ['content-length', 'content-disposition'])
      expect(second.headers.has(name)).toBe(false);
    expect(await second.text()).toContain(visitorTexts[language].discovery.archiveBusy);
  }
  await first.arrayBuffer();
  const third = await app.request('/category/fiqh.zip');
  expect(third.status).toBe(200);
  await third.body?.cancel();
  await setImmediate();
  const fourth = await app.request('/category/fiqh.zip');
  expect(fourth.status).toBe(200);
  await fourth.arrayBuffer();
});

test('stops the slowest archive when too many are being sent', async () => {
  const { app } = threeLessons();
  const fetchZip = (address: string) =>
    app.request('/category/fiqh.zip', {}, { client: { ...unlimitedClient, address } });
  const slowResponses = [];
  for (let number = 1; number <= 64; number++) slowResponses.push(await fetchZip(`slow ${number}`));
  expect((await fetchZip('another')).status).toBe(503);
  time += 17_000;
  const response = await fetchZip('another');
  expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('content-length')));
  await expect(slowResponses[0]?.arrayBuffer()).rejects.toThrow();
  expect((await slowResponses[1]?.arrayBuffer())?.byteLength).toBeGreaterThan(0);
});

test('refuses a client without budget, but not another client', async () => {
  const { app } = threeLessons();
  expect((await app.request('/category/fiqh.zip', {}, { client: exhaustedClient })).status).toBe(429);
  expect((await app.request('/category/fiqh.zip')).status).toBe(200);
});

test('aborts the response if a file is missing or has another size', async () => {
  const download = async (zips: ReturnType<typeof zipsOf>) =>
    (await zips.app.request('/category/fiqh.zip')).arrayBuffer();
  await expect(download(zipsOf([sizedRow(0, 'a.pdf')], ''))).rejects.toThrow();
  await expect(download(zipsOf([sizedRow(0, 'a.pdf', 9)]))).rejects.toThrow();
});
