import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_COUNTED_HITS } from '#contract/limits.ts';
import { compilePageQuery } from '#text/page-query.ts';
import { projectSchema } from '../../../tests/support/backend.ts';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { type Backend, openBackend } from '../backend.ts';
import { toSchema } from '../schema.ts';
import { findPagesTable, openPages } from './pages.ts';

const pagesTable = { databaseId: 'library', tableId: 'pages' };
let dataDir: string;
let backend: Backend;
const open = () => openBackend({ dataDir, schema: projectSchema, pagesTable, apiKeys: [] });
beforeEach(() => {
  dataDir = createTestFolder();
  backend = open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await backend.close();
});

const words = () => backend.words ?? expect.fail('no table of pages');
const page = (number: number, text: string) => ({ page: number, label: 'words' as const, text });
const put = (lesson: string, category: string, ...texts: string[]) =>
  words().replace([
    { lesson, category, record: `{"of":"${lesson}"}`, pages: texts.map((text, at) => page(at + 1, text)) },
  ]);

/** Returns a visitor's results: the total, and lesson and page of each hit. */
async function find(word: string, ...queries: object[]): Promise<[number, ...string[]]> {
  const contains = { method: 'contains', attribute: 'search', values: [` ${word} `] };
  const queryParams = [contains, ...queries].map(
    (query) => `queries[]=${encodeURIComponent(JSON.stringify(query))}`,
  );
  const path = `/v1/tablesdb/library/tables/pages/rows?${queryParams.join('&')}`;
  const response = await backend.app.request(path, { headers: { 'X-Appwrite-Project': 'minbar' } });
  const { total, rows } = (await response.json()) as {
    total: number;
    rows: { lesson: string; page: number }[];
  };
  return [total, ...rows.map(({ lesson, page }) => `${lesson} ${page}`)];
}

test('finds, replaces, moves and removes the pages of a lesson', async () => {
  await put('wudu', 'fiqh', 'Washing the hands', 'Washing the face');
  await put('fasting', 'fiqh', 'The month of Ramadan');
  expect(await find('washing')).toEqual([2, 'wudu 1', 'wudu 2']);
  expect(words().records()).toEqual([
    { lesson: 'wudu', category: 'fiqh', record: '{"of":"wudu"}' },
    { lesson: 'fasting', category: 'fiqh', record: '{"of":"fasting"}' },
  ]);
  expect([words().count(), words().records(['fasting', 'none']).length]).toEqual([2, 1]);
  await put('wudu', 'fiqh', 'Water');
  expect([await find('washing'), await find('water')]).toEqual([[0], [1, 'wudu 1']]);
  await words().move('wudu', 'purity');
  const inPurity = { method: 'equal', attribute: 'category', values: ['purity'] };
  expect([await find('water', inPurity), words().pages('wudu')]).toEqual([[1, 'wudu 1'], [page(1, 'Water')]]);
  words().remove(['wudu', 'none']);
  expect([await find('water'), words().count()]).toEqual([[0], 1]);
  await put('late', '', 'Water again');
  expect(await find('water')).toEqual([1, 'late 1']);
});

test('writes nothing if a write fails', async () => {
  const lesson = { lesson: 'one', category: '', record: '', pages: [page(1, 'once')] };
  const brokenLesson = {
    ...lesson,
    lesson: 'two',
    pages: [{ ...page(1, 'never'), label: Symbol() as never }],
  };
  await expect(words().replace([lesson, brokenLesson])).rejects.toThrow();
  expect([await find('once'), words().count()]).toEqual([[0], 0]);
});

test('counts hits up to the maximum, and lists them in insertion order', async () => {
  const pages = Array.from({ length: MAX_COUNTED_HITS + 1 }, (_, at) => page(at + 1, at ? 'all' : 'all few'));
  await words().replace([{ lesson: 'long', category: '', record: '', pages }]);
  const last = [
    { method: 'orderDesc', attribute: '$sequence', values: [] },
    { method: 'limit', values: [1] },
  ];
  expect(await find('all', ...last)).toEqual([MAX_COUNTED_HITS, `long ${pages.length}`]);
  expect(await find('few')).toEqual([1, 'long 1']);
});

test('visitors cannot have the words of many pages folded to test or sort them, but find them', async () => {
  const texts = Array.from({ length: 51 }, (_, at) => `page ${at}`);
  await put('long', '', ...texts);
  const refusal = expect.objectContaining({ type: 'general_query_invalid' });
  for (const query of [
    { method: 'isNotNull', attribute: 'search', values: [] },
    { method: 'equal', attribute: 'search', values: ['x'] },
    { method: 'contains', attribute: 'search', values: ['page'] },
    { method: 'orderAsc', attribute: 'search', values: [] },
  ]) {
    const queries = [JSON.stringify(query)];
    expect(() => backend.readRowsAsVisitor({ ...pagesTable, queries }, 'en')).toThrow(refusal);
  }
  expect((await find('page'))[0]).toBe(51);
});

test('a request finds a limited number of beginnings of words, and fewer short ones', async () => {
  await put('wudu', '', 'Washing the face');
  const contains = (beginning: string, count: number) => ({
    method: 'contains',
    attribute: 'search',
    values: Array.from({ length: count }, (_, at) => ` ${beginning}${at % 10}`),
  });
  const run = (...queries: object[]) =>
    backend.readRowsAsVisitor({ ...pagesTable, queries: queries.map((query) => JSON.stringify(query)) }, 'en')
      .total;
  const refusal = expect.objectContaining({ type: 'general_query_invalid' });
  expect([run(contains('ab', 100)), run(contains('a', 10))]).toEqual([0, 0]);
  expect(() => run(contains('ab', 101))).toThrow(refusal);
  expect(() => run(contains('a', 5), { method: 'or', values: [contains('a', 5), contains('a', 1)] })).toThrow(
    refusal,
  );
  const wholeWords = Array.from({ length: 400 }, (_, at) => ` w${at} `);
  expect(run({ method: 'contains', attribute: 'search', values: [...wholeWords.slice(1), ' face '] })).toBe(
    1,
  );
});

test('a request looks up a limited number of words in phrases, but finds quoted sentences', async () => {
  const sentence = Array.from({ length: 20 }, (_, at) => `كلمة${'ابتثجحخدذرزسشصضطظعغف'[at]}`).join(' ');
  await put('wudu', 'fiqh', sentence);
  const run = (...queries: object[]) =>
    backend.readRowsAsVisitor({ ...pagesTable, queries: queries.map((query) => JSON.stringify(query)) }, 'en')
      .total;
  const contains = (values: readonly string[]) => ({ method: 'contains', attribute: 'search', values });
  const phrase = ` ${'water '.repeat(40)}`;
  expect(run(contains(Array(10).fill(phrase)))).toBe(0);
  expect(() => run(contains(Array(11).fill(phrase)))).toThrow(
    expect.objectContaining({ type: 'general_query_invalid' }),
  );
  const terms = Array.from({ length: 6 }, (_, at) => sentence.split(' ').slice(at).join(' '));
  const quotes = compilePageQuery(terms.map((words) => `"${words}"`).join(' '));
  expect(quotes).toHaveLength(6);
  const onPage = Object.entries({ lesson: 'wudu', category: 'fiqh', page: 1 }).map(([attribute, value]) => ({
    method: 'equal',
    attribute,
    values: [value],
  }));
  expect(run(...quotes.map(({ values }) => contains(values)), ...onPage)).toBe(1);
});

test('yields to other work while folding many pages', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10;
    return now;
  });
  const texts = Array.from({ length: 20 }, (_, at) => `page ${at}`);
  let [ticks, isDone] = [0, false];
  const writing = put('long', '', ...texts).then(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    ticks += 1;
  }
  await writing;
  expect(ticks).toBeGreaterThanOrEqual(texts.length);
});

test('relates lessons that share rare words', async () => {
  await put('one', '', 'Tayammum and ablution with sand');
  await put('two', '', 'Sand suffices for tayammum');
  await put('three', '', 'Inheritance of daughters');
  expect(words().related('one', 5)).toEqual(['two']);
});

test.each([
  ['missing', (path: string) => rmSync(path)],
  ['damaged', (path: string) => writeFileSync(path, 'this is not a database'.repeat(100))],
  [
    'of another format',
    (path: string) => {
      const database = new DatabaseSync(path);
      database.exec('CREATE TABLE "search/other" (x)');
      database.close();
    },
  ],
])('replaces a file that is %s by an empty one', async (_, damage) => {
  await put('wudu', 'fiqh', 'Water');
  await backend.close();
  damage(join(dataDir, 'words.db'));
  backend = open();
  expect(words().count()).toBe(0);
  await put('wudu', 'fiqh', 'Water');
  await backend.close();
  backend = open();
  expect(await find('water')).toEqual([1, 'wudu 1']);
});

test.each([
  ['is in use by another program', { errcode: 5 }],
  ['is read-only', { errcode: 8 }],
  ['is on a faulty disk', { errcode: 10 + 256 }],
  ['does not fit on the disk', { errcode: 13 }],
  ['may not be opened', { errcode: 14 }],
  ['belongs to another user', { code: 'EPERM' }],
])('keeps the words and reports the error if the file %s', async (_, fields) => {
  await put('wudu', 'fiqh', 'Water');
  await backend.close();
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(() => {
    throw Object.assign(new Error('refused'), fields);
  });
  const table = findPagesTable(projectSchema, pagesTable) ?? expect.fail('no table of pages');
  const path = join(dataDir, 'words.db');
  expect(() => openPages(dataDir, table)).toThrow(expect.objectContaining({ path, ...fields }));
  backend = open();
  expect(await find('water')).toEqual([1, 'wudu 1']);
});

test('creates no file for a schema without the table, and refuses a table that lacks a column', async () => {
  const without = createTestFolder();
  const schema = toSchema({ projectId: 'p', tablesDB: [{ $id: 'library' }], tables: [] });
  const backendWithoutPages = openBackend({ dataDir: without, schema, pagesTable, apiKeys: [] });
  expect([backendWithoutPages.words, existsSync(join(without, 'words.db'))]).toEqual([undefined, false]);
  await backendWithoutPages.close();
  const columns = [{ key: 'lesson', type: 'string' }];
  const described = { $id: 'pages', databaseId: 'library', columns };
  expect(() =>
    findPagesTable(
      toSchema({ projectId: 'p', tablesDB: [{ $id: 'library' }], tables: [described] }),
      pagesTable,
    ),
  ).toThrow('the table of pages "pages" has no column "category"');
});
