import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#http/api-error.ts';
import { createSharedFolder } from '../../../tests/support/temporary-folder.ts';
import { wideSchema } from '../../../tests/support/wide-schema.ts';
import { openDatabase } from '../db/migrations.ts';
import { type OpenTable, openTables } from '../db/tables.ts';
import { listRows } from './list.ts';
import type { RowQuery } from './plan.ts';
import { createTerm, groupTerms } from './sql.ts';

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
  const result = listRows(things, query, everyRow, caller);
  return { rows: result.page().length, total: result.total() };
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
