import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '#http/api-error.ts';
import { createSharedFolder } from '../../../tests/support/temporary-folder.ts';
import { wideSchema } from '../../../tests/support/wide-schema.ts';
import { openDatabase } from '../db/migrations.ts';
import { type OpenTable, openTables } from '../db/tables.ts';
import { listRows } from './list.ts';
import { type FilterMethod, parseQuery } from './parse.ts';
import { planRows, type RowQuery } from './plan.ts';
import { refuseScans } from './scans.ts';
import { createTerm, groupTerms, readableSql } from './sql.ts';

const folder = createSharedFolder();
const database = openDatabase(folder, wideSchema);
const { databases } = openTables(wideSchema, database);
const things = databases.get('library')?.tables.get('things') as OpenTable;
const everyRow = { text: 'TRUE', values: [] };
const ROWS = 20_000;

beforeAll(() => {
  database.exec(`INSERT INTO "rows/library/things" (_id, _created, _updated, _permissions, _version, link)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ROWS})
    SELECT 'thing' || n, '2026', '2026', '[]', 1, 'https://example.org/' || n || '.pdf' FROM numbers`);
});
afterAll(() => database.close());

const contains = (method: 'contains' | 'notContains', count: number) => {
  const values = Array.from({ length: count }, (_, at) => `example ${at} org pdf`);
  return createTerm(things, method, 'link', values);
};

function planQuery(part: Partial<RowQuery>, caller: 'guest' | 'key' = 'guest') {
  const orders = [{ attribute: '$sequence', descending: false }];
  const query = { terms: [], orders, limit: 5, offset: 0, cursor: undefined, ...part };
  const { rows, total } = listRows(things, query, everyRow, caller);
  return { rows: rows.length, total };
}

test('lets visitors scan up to the maximum number of rows', () => {
  const total = Array.from({ length: ROWS }, (_, at) => String(at + 1)).filter((n) => n.includes('0')).length;
  expect(planQuery({ terms: [contains('contains', 1)] })).toEqual({ rows: 5, total });
  expect(planQuery({ orders: 'random' })).toEqual({ rows: 5, total: ROWS });
});

test.each([
  ['contains', { terms: [contains('contains', 100)] }],
  ['notContains', { terms: [contains('notContains', 100)] }],
  ['parts of ids', { terms: Array(2).fill(createTerm(things, 'contains', '$id', ['thing1'])) }],
  ['a group', { terms: [groupTerms('any', Array(20).fill(contains('notContains', 5)))] }],
  [
    'orders by texts',
    { orders: ['link', 'mail', 'address'].map((attribute) => ({ attribute, descending: false })) },
  ],
])('refuses a larger query: %s', (_, part) => {
  expect(() => planQuery(part)).toThrow(ApiError);
  expect(() => planQuery(part)).toThrow('Invalid query: Too many rows');
});

test('refuses queries without an index if the table has one row more than the maximum', () => {
  database.exec('BEGIN');
  database.exec(
    `INSERT INTO "rows/library/things" (_id, _created, _updated, _permissions, _version) VALUES ('one', '2026', '2026', '[]', 1)`,
  );
  for (const part of [
    { terms: [contains('contains', 1)] },
    { terms: [createTerm(things, 'greaterThan', 'link', ['x'])] },
    { orders: [{ attribute: 'link', descending: false }] },
    { orders: 'random' as const },
  ])
    expect(() => planQuery(part)).toThrow('Invalid query: Too many rows');
  expect(planQuery({ terms: [createTerm(things, 'equal', '$id', ['one'])] })).toEqual({ rows: 1, total: 1 });
  database.exec('ROLLBACK');
});

test('refuses to sort more hits of a text search than the maximum, except in the order in which they are found', () => {
  const sortHits = (attribute: string, hits: number) => () =>
    refuseScans(
      {
        table: things,
        orders: [{ attribute, descending: true }],
        terms: [],
        readsAll: true,
        countHits: () => hits,
      },
      'guest',
    );
  expect(sortHits('$createdAt', ROWS + 1)).toThrow('Invalid query: Too many rows');
  expect(sortHits('$createdAt', ROWS)).not.toThrow();
  expect(sortHits('$sequence', ROWS + 1)).not.toThrow();
});

describe('in a table with one row more than the maximum', () => {
  const byId = [{ attribute: '$id', descending: false }];
  const byUpdate = [{ attribute: '$updatedAt', descending: false }];
  const filter = (...[method, attribute, ...values]: [FilterMethod, string, ...string[]]) =>
    createTerm(things, method, attribute, values);
  beforeAll(() => {
    database.exec(`BEGIN; INSERT INTO "rows/library/things" (_id, _created, _updated, _permissions, _version, link)
      VALUES ('one', '2026', '2025', '[]', 1, 'https://example.org/one.pdf')`);
  });
  afterAll(() => database.exec('ROLLBACK'));

  test.each<[string, Partial<RowQuery>]>([
    ['every id but one', { terms: [filter('notEqual', '$id', 'one')] }],
    ['every date outside a range', { terms: [filter('notBetween', '$createdAt', '2020', '2021')] }],
    ['every id', { terms: [filter('isNotNull', '$id')] }],
    ['a filled list', { terms: [filter('isNotNull', 'tags')] }],
    ['a range with every row, in another order', { terms: [filter('greaterThan', '$id', 'a')] }],
    ['two values that every row has', { terms: [filter('equal', '$updatedAt', '2025', '2026')] }],
    [
      'alternatives that every row has',
      { terms: [groupTerms('any', [filter('equal', '$createdAt', '2026'), filter('equal', '$id', 'one')])] },
    ],
    [
      'a second value that every row has',
      { terms: [filter('equal', '$createdAt', '2026'), filter('equal', '$createdAt', '2026')] },
    ],
    [
      'more than two bounds of the order',
      { terms: Array.from({ length: 3 }, () => filter('greaterThan', '$id', 'a')), orders: byId },
    ],
    ['a text without its index', { terms: [filter('notStartsWith', 'code', 'y')] }],
    [
      'rows of one value in another order',
      { terms: [filter('equal', '$createdAt', '2026')], orders: byUpdate },
    ],
    ['a second order', { orders: [...byUpdate, ...byId] }],
  ])('refuses a query that walks an index: %s', (_, part) => {
    expect(() => planQuery(part)).toThrow('Invalid query: Too many rows');
  });

  test.each<[string, Partial<RowQuery>, total: number]>([
    ['one value', { terms: [filter('equal', '$createdAt', '2026')] }, ROWS + 1],
    ['a range with few rows', { terms: [filter('lessThan', '$updatedAt', '2026')] }, 1],
    ['a range in its order', { terms: [filter('greaterThan', '$id', 'thing')], orders: byId }, ROWS],
    [
      'a lower and an upper bound',
      { terms: [filter('greaterThan', '$id', 'a'), filter('lessThan', '$id', 'z')], orders: byId },
      ROWS + 1,
    ],
    ['some ids', { terms: [filter('equal', '$id', 'one', 'thing1')] }, 2],
    [
      'any tests and orders of the rows with one value',
      {
        terms: [
          groupTerms('all', [filter('equal', '$id', 'one'), filter('notEqual', '$updatedAt', '2026')]),
          filter('contains', 'link', 'org'),
        ],
        orders: [{ attribute: 'link', descending: false }],
      },
      1,
    ],
  ])('allows a query that an index answers: %s', (_, part, total) => {
    expect(planQuery(part).total).toBe(total);
  });

  test('counts the check of row permissions as a test of each row', () => {
    const list = (...terms: RowQuery['terms']) => {
      const query = { terms, orders: byId, limit: 5, offset: 0, cursor: undefined };
      const rowPermissions = readableSql('guest', [], '_permissions') ?? expect.fail('nothing is readable');
      return listRows(things, query, rowPermissions, 'guest').total;
    };
    expect(() => list()).toThrow('Invalid query: Too many rows');
    expect(list(filter('equal', '$updatedAt', '2025'))).toBe(0);
  });

  test('refuses a condition on related rows that every row satisfies, but not one related row', () => {
    database.exec(`INSERT INTO "rows/library/categories" (_id, _created, _updated, _permissions, _version, categoryName)
        VALUES ('fiqh', '2026', '2026', '[]', 1, 'Fiqh');
      INSERT INTO "rows/library/files" (_id, _created, _updated, _permissions, _version, category)
        SELECT _id, _created, _updated, _permissions, _version, 'fiqh' FROM "rows/library/things"`);
    const files = databases.get('library')?.tables.get('files') as OpenTable;
    const list = (...queries: object[]) => {
      const query = planRows(
        queries.map((part) => parseQuery(JSON.stringify(part))),
        files,
      );
      return listRows(files, query, everyRow, 'guest').total;
    };
    const byName = { method: 'equal', attribute: 'category.categoryName', values: ['Fiqh'] };
    expect(() => list(byName)).toThrow('Invalid query: Too many rows');
    expect(list({ method: 'equal', attribute: 'category.$id', values: ['fiqh'] })).toBe(ROWS + 1);
  });
});
