import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Query } from 'node-appwrite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilePageQuery } from '#text/page-query.ts';
import { type RunningBackend, startBackend } from '../support/backend.ts';
import { owner, refusal, visitor } from '../support/clients.ts';

const pages = { databaseId: 'library', tableId: 'pages' };
const texts = [
  ['wudu', 1, 'fiqh', ' اركان الوضوء غسل الوجه '],
  ['wudu', 2, 'fiqh', ' والوضوء نصف الايمان page 12 '],
  ['fasting', 1, 'fiqh', ' صيام رمضان ركن من اركان الاسلام '],
  ['creed', 1, 'creed', ' the pillars of faith and the pillars of islam '],
] as const;

let running: RunningBackend;
beforeAll(async () => {
  running = await startBackend();
  const rows = texts.map(([lesson, page, category, search]) => ({
    $id: `${lesson}${page}`,
    lesson,
    page,
    category,
    label: 'words',
    text: search.trim(),
    search,
  }));
  await owner(running.endpoint).createRows({ ...pages, rows });
});
afterAll(() => running.stop());

async function find(queries: string[]) {
  const { rows, total } = await visitor(running.endpoint).listRows({ ...pages, queries });
  expect(total).toBe(rows.length);
  return rows.map(({ $id }) => $id).join(' ');
}

describe('a long text that was folded with a space at both ends', () => {
  it.each([
    ['a word', [Query.contains('search', ' اركان ')], 'wudu1 fasting1'],
    ['a word and no part of one', [Query.contains('search', ' ركان ')], ''],
    ['the beginning of a word', [Query.contains('search', ' الوض')], 'wudu1'],
    ['one of several words', [Query.contains('search', [' الوضوء ', ' والوضوء '])], 'wudu1 wudu2'],
    [
      'all of several words',
      [Query.contains('search', ' اركان '), Query.contains('search', ' رمضان ')],
      'fasting1',
    ],
    ['a phrase', [Query.contains('search', ' pillars of islam ')], 'creed1'],
    ['a phrase in its order only', [Query.contains('search', ' islam of pillars ')], ''],
    ['a phrase of short words', [Query.contains('search', ' and the ')], 'creed1'],
    ['no phrase over a word between', [Query.contains('search', ' of and ')], ''],
    ['a number', [Query.contains('search', ' 12 ')], 'wudu2'],
    [
      'a word in one category',
      [Query.contains('search', ' اركان '), Query.equal('category', 'fiqh')],
      'wudu1 fasting1',
    ],
    [
      'a word in some lessons',
      [Query.contains('search', ' اركان '), Query.equal('lesson', ['fasting', 'creed'])],
      'fasting1',
    ],
    [
      'a word outside a lesson',
      [Query.contains('search', ' اركان '), Query.notEqual('lesson', 'wudu')],
      'fasting1',
    ],
    ['a word and a page', [Query.contains('search', ' page '), Query.equal('page', 2)], 'wudu2'],
    [
      'the newest first',
      [Query.contains('search', ' اركان '), Query.orderDesc('$sequence')],
      'fasting1 wudu1',
    ],
    ['in order of the page', [Query.contains('search', ' the '), Query.orderDesc('page')], 'creed1'],
  ])('is found by %s', async (_, queries, ids) => {
    expect(await find(queries)).toBe(ids);
  });

  it('is shown in part, also where it is found, in any order', async () => {
    for (const order of [Query.orderAsc('$sequence'), Query.orderDesc('page'), Query.orderAsc('lesson')]) {
      const queries = [Query.contains('search', ' نصف '), order, Query.select(['$id', 'page'])];
      const { rows } = await visitor(running.endpoint).listRows({ ...pages, queries });
      expect(rows).toMatchObject([{ $id: 'wudu2', page: 2 }]);
      expect(rows[0]).not.toHaveProperty('text');
      const words = [...queries.slice(0, 2), Query.select(['search'])];
      const shown = await visitor(running.endpoint).listRows({ ...pages, queries: words });
      expect(shown.rows[0]?.search).toBe(texts[1][3]);
    }
  });

  it('is no longer found when it is changed or gone', async () => {
    const tables = owner(running.endpoint);
    await tables.createRow({
      ...pages,
      rowId: 'late',
      data: { lesson: 'late', page: 1, label: 'words', search: ' زكاه ' },
    });
    expect(await find([Query.contains('search', ' زكاه ')])).toBe('late');
    await tables.updateRow({ ...pages, rowId: 'late', data: { search: ' حج ' } });
    expect(await find([Query.contains('search', ' زكاه ')])).toBe('');
    await tables.deleteRow({ ...pages, rowId: 'late' });
    expect(await find([Query.contains('search', ' حج ')])).toBe('');
  });

  it('is read as it was written, and takes no room where the text beside it tells it', async () => {
    const tables = owner(running.endpoint);
    const own = { ...pages, rowId: 'own' };
    const text = 'أَركانُ الصَّلاة';
    const read = async () => (await tables.getRow(own)).search;
    const inDatabase = () => {
      const database = new DatabaseSync(join(running.dataDir, 'minbar.db'), { readOnly: true });
      const row = database.prepare(`SELECT search FROM "rows/library/pages" WHERE _id = 'own'`).get();
      database.close();
      return String(row?.search).length;
    };
    await tables.createRow({
      ...own,
      data: { lesson: 'own', page: 1, label: 'words', text, search: ' اركان الصلاه ' },
    });
    expect([await read(), inDatabase()]).toEqual([' اركان الصلاه ', 1]);
    expect(await find([Query.contains('search', ' الصلاه ')])).toBe('own');
    const { $updatedAt } = await tables.getRow(own);
    const same = await tables.updateRow({ ...own, data: { search: ' اركان الصلاه ' } });
    expect(same.$updatedAt).toBe($updatedAt);
    await tables.updateRow({ ...own, data: { text: 'نص آخر' } });
    expect([await read(), inDatabase()]).toEqual([' اركان الصلاه ', 14]);
    await tables.updateRow({ ...own, data: { search: ' نص اخر ', category: 'c' } });
    expect([await read(), inDatabase()]).toEqual([' نص اخر ', 1]);
    const [bySearch] = (await tables.listRows({ ...pages, queries: [Query.equal('search', ' نص اخر ')] }))
      .rows;
    expect(bySearch?.$id).toBe('own');
    await tables.deleteRow(own);
    expect(await find([Query.contains('search', ' اخر ')])).toBe('');
  });

  it('is found by every word of a long question', async () => {
    const needs = compilePageQuery('والأركان بالوضوء وللغسل الوجه كالصلاة للصيام والزكاة فالحج');
    const queries = needs.map(({ values }) => Query.contains('search', [...values]));
    expect(await find(queries)).toBe('');
  });

  it('is replaced whole by a transaction', async () => {
    const tables = owner(running.endpoint);
    const { $id: transactionId } = await tables.createTransaction();
    const rows = [{ $id: 'fasting2', lesson: 'fasting', page: 1, label: 'words', search: ' سحور ' }];
    await tables.deleteRows({ ...pages, queries: [Query.equal('lesson', 'fasting')], transactionId });
    await tables.createRows({ ...pages, rows, transactionId });
    expect(await find([Query.contains('search', ' رمضان ')])).toBe('fasting1');
    await tables.updateTransaction({ transactionId, commit: true });
    expect(await find([Query.contains('search', ' رمضان ')])).toBe('');
    expect(await find([Query.contains('search', ' سحور ')])).toBe('fasting2');
  });

  it('is never scanned for a visitor', async () => {
    const tables = owner(running.endpoint);
    for (let start = 0; start < 1100; start += 100) {
      const rows = Array.from({ length: 100 }, (_, at) => ({
        $id: `many${start + at}`,
        lesson: 'many',
        page: start + at,
        label: 'words',
        text: 'نص',
        search: ' نص ',
      }));
      await tables.createRows({ ...pages, rows });
    }
    for (const query of [
      Query.contains('search', 'صص'),
      Query.contains('text', ' نص '),
      Query.endsWith('search', 'ص '),
      Query.orderAsc('text'),
    ]) {
      expect(await refusal(visitor(running.endpoint).listRows({ ...pages, queries: [query] }))).toContain(
        'Too many rows',
      );
    }
    expect(
      (await visitor(running.endpoint).listRows({ ...pages, queries: [Query.contains('search', ' نص ')] }))
        .total,
    ).toBe(1100);
  });
});

it('are shown to visitors thirty at a time, and to the owner all', async () => {
  for (const lesson of ['one', 'two']) {
    const rows = Array.from({ length: 60 }, (_, page) => ({ lesson, page, label: 'words', text: 'long' }));
    await owner(running.endpoint).createRows({ ...pages, rows });
  }
  const queries = [Query.equal('text', 'long'), Query.limit(5000)];
  const listed = async (tables: ReturnType<typeof visitor>, ...more: string[]) => {
    const { rows, total } = await tables.listRows({ ...pages, queries: [...queries, ...more] });
    return [rows.length, total];
  };
  expect(await listed(visitor(running.endpoint))).toEqual([30, 120]);
  expect(await listed(visitor(running.endpoint), Query.select(['page', 'text']))).toEqual([30, 120]);
  expect(await listed(visitor(running.endpoint), Query.select(['page']))).toEqual([120, 120]);
  expect((await owner(running.endpoint).listRows({ ...pages, queries })).rows).toHaveLength(120);
});
