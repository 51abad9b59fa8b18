import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import crawlers from 'crawler-user-agents' with { type: 'json' };
import { beforeEach, describe, expect, test } from 'vitest';
import { createOpensCounter, readOpens } from '#library/opens/opens.ts';
import { createTestFolder } from '../../tests/support/temporary-folder.ts';
import { openedLesson, withOpens } from './opens.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-user': '?1', 'user-agent': firefox };
const request = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Request(`https://example.org${path}`, { method, headers: { ...navigation, ...headers } });
const lessonOpenedBy = (...options: Parameters<typeof request>) => openedLesson(request(...options));

describe('an open', () => {
  test.each(['/lesson/abc', '/lesson/abc/5?search=x', '/lesson/abc?lang=ar', '/lesson/abc.pdf'])(
    'is counted when a person navigates to %s',
    (path) => expect(lessonOpenedBy(path)).toBe('abc'),
  );

  test.each([
    ['for the home page', '/', {}],
    ['for a category', '/?category=abc', {}],
    ['that a browser prefetches', '/lesson/abc', { 'sec-purpose': 'prefetch;prerender' }],
    ['for a preview in Safari', '/lesson/abc', { purpose: 'preview' }],
    ['by a script', '/lesson/abc', { 'sec-fetch-dest': 'empty' }],
    ['without a user', '/lesson/abc', { 'sec-fetch-user': '' }],
    ['for a later range of a PDF', '/lesson/abc.pdf', { range: 'bytes=65536-131071' }],
    ['for another page of the open lesson', '/lesson/abc/2', { referer: 'https://example.org/lesson/abc' }],
    ['for the PDF from its page', '/lesson/abc.pdf', { referer: 'https://example.org/lesson/abc/3' }],
    ['by a headless browser', '/lesson/abc', { 'user-agent': `${firefox} HeadlessChrome/140` }],
  ])('is not a request %s', (_, path, headers) => expect(lessonOpenedBy(path, headers)).toBeUndefined());

  test('is counted without `Sec-Fetch-User` in WebKit, but not in other browsers', () => {
    const openWithoutFetchUser = (agent: string) =>
      lessonOpenedBy('/lesson/abc', { 'sec-fetch-user': '', 'user-agent': agent });
    const safari =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
    expect(openWithoutFetchUser(`${safari} Version/18.5 Mobile/15E148 Safari/604.1`)).toBe('abc');
    expect(openWithoutFetchUser(`${safari} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`)).toBe('abc');
    expect(
      openWithoutFetchUser(
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      ),
    ).toBeUndefined();
  });

  test('is counted for a PDF from its first byte, and for the next lesson', () => {
    expect(lessonOpenedBy('/lesson/abc.pdf', { range: 'bytes=0-' })).toBe('abc');
    expect(lessonOpenedBy('/lesson/abc', { referer: 'https://example.org/lesson/other' })).toBe('abc');
    expect(lessonOpenedBy('/lesson/abc', {}, 'HEAD')).toBeUndefined();
  });

  test('is not counted for crawlers with a known user agent', () => {
    const agents = crawlers.flatMap(({ instances }) => instances);
    const countedAgents = agents.filter((agent) => lessonOpenedBy('/lesson/abc', { 'user-agent': agent }));
    expect(agents.length).toBeGreaterThan(2000);
    // Apps and tools that send the user agent of their built-in browser.
    const browsers = /Instagram|MetaIAB|Code\/|Trae\/|Fluid|TSM-|GTmetrix|Miniature|YLT/;
    expect(countedAgents.filter((agent) => !browsers.test(agent))).toEqual([]);
  });

  test('is reported only if the lesson is sent', async () => {
    const lessons: string[] = [];
    const app = (status: number, headers = {}) =>
      withOpens(
        { fetch: async () => new Response(null, { status, headers }) },
        (id) => void lessons.push(id),
      );
    for (const status of [200, 206, 304, 404, 410, 302, 429]) await app(status).fetch(request('/lesson/abc'));
    expect(lessons).toHaveLength(3);
    await app(302, { location: 'https://cloud.example/file' }).fetch(request('/lesson/abc.pdf'));
    await app(302, { location: '/lesson/abc' }).fetch(request('/lesson/abc/1'));
    expect(lessons).toHaveLength(4);
  });
});

describe('opens in the data folder', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = createTestFolder();
  });
  const dateOn = (day: string) => new Date(`${day}T10:00:00`);

  test('are summed by lesson and day across restarts', () => {
    expect(readOpens(dataDir, 'all')).toEqual([]);
    let day = '2026-01-01';
    for (const [date, lesson] of [
      ['2026-01-01', 'a'],
      ['2026-01-20', 'b'],
      ['2026-01-20', 'b'],
      ['2026-01-31', 'a'],
    ] as const) {
      day = date;
      const counter = createOpensCounter(dataDir, { now: () => dateOn(day) });
      counter.count(lesson);
      counter.close();
    }
    const read = (period: Parameters<typeof readOpens>[1]) =>
      readOpens(dataDir, period, dateOn('2026-01-31'));
    expect(read('week')).toEqual([{ lesson: 'a', count: 1 }]);
    expect(read('month')).toEqual([
      { lesson: 'b', count: 2 },
      { lesson: 'a', count: 1 },
    ]);
    expect(read('all')).toEqual([
      { lesson: 'a', count: 2 },
      { lesson: 'b', count: 2 },
    ]);
  });

  test('are reported once if they cannot be written, and written later', () => {
    const failures: string[] = [];
    const counter = createOpensCounter(dataDir, { onFailure: ({ message }) => failures.push(message) });
    mkdirSync(join(dataDir, 'opens.db'));
    for (let attempt = 0; attempt < 3; attempt++) {
      counter.count('a');
      counter.flush();
    }
    expect(failures).toEqual([expect.stringContaining('unable to open database file')]);
    rmSync(join(dataDir, 'opens.db'), { recursive: true });
    counter.close();
    expect(readOpens(dataDir, 'all')).toEqual([{ lesson: 'a', count: 3 }]);
  });

  test('are written to a new file if the old one is damaged', () => {
    writeFileSync(join(dataDir, 'opens.db'), 'not a database '.repeat(100));
    const counter = createOpensCounter(dataDir);
    counter.count('a');
    counter.flush();
    counter.close();
    expect(readOpens(dataDir, 'all')).toEqual([{ lesson: 'a', count: 1 }]);
    expect(readdirSync(dataDir).sort()).toEqual(['opens-damaged.db', 'opens.db']);
  });

  test('are reported if the damaged file cannot be renamed', () => {
    writeFileSync(join(dataDir, 'opens.db'), 'not a database '.repeat(100));
    mkdirSync(join(dataDir, 'opens-damaged.db'));
    const failures: string[] = [];
    const counter = createOpensCounter(dataDir, { onFailure: ({ message }) => failures.push(message) });
    counter.count('a');
    counter.close();
    expect(failures).toEqual([expect.stringContaining('not a database')]);
    expect(() => readOpens(dataDir, 'all')).toThrow('not a database');
  });

  test('store only the lesson, the day and the count', () => {
    const counter = createOpensCounter(dataDir);
    counter.count('a');
    counter.close();
    using database = new DatabaseSync(join(dataDir, 'opens.db'));
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    expect(tables.map(({ name }) => name)).toEqual(['opens']);
    const columns = database.prepare('PRAGMA table_info(opens)').all();
    expect(columns.map(({ name }) => name)).toEqual(['lesson', 'day', 'count']);
  });
});
