import { Query } from 'node-appwrite';
import { describe, expect, it } from 'vitest';
import { errorOf, owner, sendRaw, visitor } from '../support/clients.ts';
import { setUpWideLibrary } from './support/wide-library.ts';

const running = setUpWideLibrary();

const files = { databaseId: 'library', tableId: 'files' };
const row = (rowId: string, queries?: string[]) =>
  visitor(running.endpoint).getRow({ ...files, rowId, ...(queries ? { queries } : {}) });

const systemFields = [
  '$createdAt',
  '$databaseId',
  '$id',
  '$permissions',
  '$sequence',
  '$tableId',
  '$updatedAt',
];

describe('a row and a list', () => {
  it('contain the system fields and every column, and nothing else', async () => {
    const view = await row('lesson1');
    expect(Object.keys(view).sort()).toEqual([
      ...systemFields,
      'category',
      'fileId',
      'fileName',
      'fileSize',
      'url',
    ]);
    expect(view).toMatchObject({
      $id: 'lesson1',
      $databaseId: 'library',
      $tableId: 'files',
      $permissions: [],
    });
  });

  it('have dates in UTC with milliseconds', async () => {
    const { $createdAt, $updatedAt } = await row('lesson1');
    expect($createdAt).toBe('2026-01-19T10:00:00.000+00:00');
    expect($updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
  });

  it('are returned as rows and total', async () => {
    const { json } = await sendRaw(running.endpoint, '/tablesdb/library/tables/files/rows');
    expect(Object.keys(json).sort()).toEqual(['rows', 'total']);
  });

  it('have null for columns that were never set, and defaults', async () => {
    const tables = owner(running.endpoint);
    const thing = await tables.createRow({
      databaseId: 'library',
      tableId: 'things',
      rowId: 'bare',
      data: { name: 'x' },
    });
    expect(thing).toMatchObject({ name: 'x', count: null, ratio: null, open: true, day: null, tags: null });
  });
});

describe('the response format header', () => {
  it.each([
    ['2.3.0', null],
    ['1.9.5', null],
    [
      '2.4.0',
      'The current SDK is built for Appwrite 2.4.0. However, the current Appwrite server version is 2.3.0. Please downgrade your SDK to match the Appwrite version: https://appwrite.io/docs/sdks',
    ],
  ])('%s gets the warning %s', async (format, warning) => {
    const { headers } = await sendRaw(running.endpoint, '/ping', {
      headers: { 'X-Appwrite-Response-Format': format },
    });
    expect(headers.get('x-appwrite-warning')).toBe(warning);
  });
});

describe('a relationship', () => {
  it('is an id without a select', async () => {
    expect((await row('lesson1')).category).toBe('creed');
    expect((await row('lesson4')).category).toBeNull();
  });

  it('is an id if * is selected alone', async () => {
    expect((await row('lesson1', [Query.select(['*'])])).category).toBe('creed');
  });

  it('is a row if category.* is selected', async () => {
    const { category } = await row('lesson1', [Query.select(['*', 'category.*'])]);
    expect(Object.keys(category).sort()).toEqual([...systemFields, 'categoryName']);
    expect(category).toMatchObject({ $id: 'creed', $tableId: 'categories', categoryName: 'Creed' });
  });

  it('is a row with the selected fields and the system fields', async () => {
    const { category } = await row('lesson1', [Query.select(['fileName', 'category.$id'])]);
    expect(Object.keys(category).sort()).toEqual(systemFields);
  });

  it('is null when unset, even if category.* is selected', async () => {
    expect((await row('lesson4', [Query.select(['*', 'category.*'])])).category).toBeNull();
  });

  it('is an empty list when the related row does not exist, and null in responses to writes', async () => {
    const tables = owner(running.endpoint);
    const data = {
      url: 'https://x.example',
      fileName: 'x.pdf',
      fileSize: 1,
      fileId: 'x',
      category: 'nobody',
    };
    const created = await tables.createRow({ ...files, rowId: 'dangling', data });
    expect(created.category).toBeNull();
    expect((await row('dangling', [Query.select(['*', 'category.*'])])).category).toEqual([]);
    await tables.deleteRow({ ...files, rowId: 'dangling' });
  });

  it('is a nested category in the site’s list, with filter, search, order and page', async () => {
    const queries = [
      Query.select(['*', 'category.*']),
      Query.limit(2),
      Query.equal('category.$id', ['creed']),
      Query.contains('fileName', 'lesson'),
      Query.orderDesc('$createdAt'),
      Query.offset(2),
    ];
    const { total, rows } = await visitor(running.endpoint).listRows({ ...files, queries });
    expect(total).toBe(5);
    expect(rows.map((row) => [row.$id, row.category.categoryName])).toEqual([
      ['lesson5', 'Creed'],
      ['lesson7', 'Creed'],
    ]);
  });

  it('relationships of related rows are read to the selected depth', async () => {
    const tables = owner(running.endpoint);
    const links = { databaseId: 'library', tableId: 'links' };
    await tables.createRow({
      ...links,
      rowId: 'c',
      data: { parent: { $id: 'b', parent: { $id: 'a', parent: null, softly: 'bare' } } },
    });
    const view = await tables.getRow({
      ...links,
      rowId: 'c',
      queries: [Query.select(['parent.parent.softly.name'])],
    });
    expect(view.parent.parent.softly.name).toBe('x');
    const matching = await tables.listRows({ ...links, queries: [Query.equal('parent.parent.$id', 'a')] });
    expect(matching.rows.map((row) => row.$id)).toEqual(['c']);
  });
});

describe('select', () => {
  it('returns the selected columns and the system fields', async () => {
    expect(Object.keys(await row('lesson1', [Query.select(['fileName'])])).sort()).toEqual([
      ...systemFields,
      'fileName',
    ]);
  });

  it('applies to every row of a list', async () => {
    const { rows } = await visitor(running.endpoint).listRows({
      ...files,
      queries: [Query.select(['url', '$id'])],
    });
    for (const row of rows) expect(Object.keys(row).sort()).toEqual([...systemFields, 'url']);
  });

  it('is the only query for a single row', async () => {
    expect(await errorOf(row('lesson1', [Query.limit(1)]))).toMatch(/^400 general_query_invalid: /);
  });
});
