import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { createCache } from '#backend/cache.ts';
import { languages } from '#contract/language.ts';
import { categoryRow, lessonRow, memoryList } from '../../tests/support/memory-list.ts';
import { exhaustedClient, unlimitedClient } from '../../tests/support/request-clients.ts';
import { createCategoryZips } from './category-zip.ts';
import { visitorTexts } from './messages/visitor-texts.ts';
import { onEveryAnswer } from './security-headers.ts';

const folder = mkdtempSync(join(tmpdir(), 'minbar-zip-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'lesson.pdf');
writeFileSync(path, 'A lesson');
const fiqh = categoryRow('fiqh', 'Fiqh – الفقه');
const sized = (at: number, name: string, fileSize = 8) => ({ ...lessonRow(at, name, fiqh), fileSize });
let time = 0;
const zipsOf = (rows: ReturnType<typeof sized>[], file: string | undefined = path) =>
  createCategoryZips(
    memoryList([fiqh, categoryRow('empty', 'Empty')], rows),
    async () => file,
    createCache(() => 1),
    () => time,
  );
const three = () => zipsOf([sized(0, 'Wudu.pdf'), sized(1, 'wudu.pdf'), sized(2, 'صلاة/الفجر.pdf')]);

test('a category is one archive of known length, named in the language', async () => {
  const { app, size } = three();
  const answer = await app.request('/category/fiqh.zip?lang=ar');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('الفقه'));
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(await size('fiqh')).toBe(bytes.length);
  for (const name of ['Wudu.pdf', 'wudu (2).pdf', 'صلاة-الفجر.pdf']) expect(bytes.includes(name)).toBe(true);
  expect(bytes.toString('latin1').match(/A lesson/g)).toHaveLength(3);
});

test('names fit every file system, also if hundreds are the same', async () => {
  const rows = Array.from({ length: 200 }, (_, at) => sized(at, `${'درس'.repeat(80)}.pdf`));
  const bytes = Buffer.from(await (await zipsOf(rows).app.request('/category/fiqh.zip')).arrayBuffer());
  const names = new Set<string>();
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 1))
    names.add(bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)));
  expect(names.size).toBe(200);
  for (const name of names) expect([name, Buffer.byteLength(name) <= 255]).toEqual([name, true]);
  expect([...names].at(-1)).toMatch(/^(?:درس)+[د-س]* \(200\)\.pdf$/);
});

test.each(['empty', 'none', 'x'.repeat(99), '..%2Ffiqh'])('there is no archive of %s', async (id) => {
  expect((await three().app.request(`/category/${id}.zip`)).status).toBe(404);
});

test.each([
  ['too large', 3e9],
  // The files fit, their headers do not.
  ['too large with its headers', 2 ** 31 - 100],
])('a category that is %s has none', async (_, bytes) => {
  const { app, size } = zipsOf([sized(0, 'Large.pdf', bytes), sized(1, 'Larger.pdf', bytes)]);
  expect((await app.request('/category/fiqh.zip')).status).toBe(404);
  expect(await size('fiqh')).toBeUndefined();
});

test('a client gets one archive at a time, and another one afterwards', async () => {
  // Headers that are set before are shared by all answers to a request.
  const app = new Hono().use(onEveryAnswer({ 'X-Frame-Options': 'DENY' })).route('/', three().app);
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

test('clients that read an archive too slowly make room for others', async () => {
  const { app } = three();
  const ask = (address: string) =>
    app.request('/category/fiqh.zip', {}, { client: { ...unlimitedClient, address } });
  const slow = [];
  for (let number = 1; number <= 64; number++) slow.push(await ask(`slow ${number}`));
  expect((await ask('another')).status).toBe(503);
  time += 17_000;
  const answer = await ask('another');
  expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('content-length')));
  await expect(slow[0]?.arrayBuffer()).rejects.toThrow();
  expect((await slow[1]?.arrayBuffer())?.byteLength).toBeGreaterThan(0);
});

test('a client without a budget is refused, and nothing is left behind', async () => {
  const { app } = three();
  expect((await app.request('/category/fiqh.zip', {}, { client: exhaustedClient })).status).toBe(429);
  expect((await app.request('/category/fiqh.zip')).status).toBe(200);
});

test('a file that is missing or has another size ends the answer early', async () => {
  const early = async (zips: ReturnType<typeof zipsOf>) =>
    (await zips.app.request('/category/fiqh.zip')).arrayBuffer();
  await expect(early(zipsOf([sized(0, 'a.pdf')], ''))).rejects.toThrow();
  await expect(early(zipsOf([sized(0, 'a.pdf', 9)]))).rejects.toThrow();
});
