import { Query } from 'node-appwrite';
import { describe, expect, it } from 'vitest';
import { refusal } from '../support/clients.ts';
import { transactionBench } from '../support/transaction-bench.ts';
import { categories, things } from '../support/writing-bench.ts';

const { bench, begin, commit, name } = transactionBench();

describe('operations in one request', () => {
  it('all ten kinds are staged and done', async () => {
    const transactionId = await begin();
    await bench.tables.createRow({ ...categories, rowId: 'drop', data: { categoryName: 'Drop' } });
    const operations = [
      {
        action: 'create',
        ...things,
        rowId: 'o1',
        data: { name: 'o1', count: 1, $permissions: ['read("any")'] },
      },
      { action: 'update', ...things, rowId: 'o1', data: { name: 'o2' } },
      { action: 'upsert', ...things, rowId: 'o3', data: { name: 'o3' } },
      { action: 'increment', ...things, rowId: 'o1', data: { column: 'count', value: 3 } },
      { action: 'decrement', ...things, rowId: 'o1', data: { column: 'count' } },
      { action: 'delete', ...things, rowId: 'o3' },
      {
        action: 'bulkCreate',
        ...categories,
        data: [
          { $id: 'c1', categoryName: 'C1' },
          { $id: 'c2', categoryName: 'C2' },
        ],
      },
      { action: 'bulkUpsert', ...categories, data: [{ $id: 'c2', categoryName: 'C3' }] },
      {
        action: 'bulkUpdate',
        ...categories,
        data: { queries: [Query.equal('$id', 'c1')], data: { categoryName: 'C4' } },
      },
      { action: 'bulkDelete', ...categories, data: { queries: [Query.equal('$id', 'drop')] } },
    ];
    expect((await bench.tables.createOperations({ transactionId, operations })).operations).toBe(10);
    await commit(transactionId);
    expect(await bench.tables.getRow({ ...things, rowId: 'o1' })).toMatchObject({
      name: 'o2',
      count: 3,
      $permissions: ['read("any")'],
    });
    const { rows } = await bench.tables.listRows(categories);
    expect(rows.map((row) => [row.$id, row.categoryName])).toEqual([
      ['creed', 'Creed'],
      ['c1', 'C4'],
      ['c2', 'C3'],
    ]);
    expect(await refusal(name('o3'))).toContain('404');
  });

  const param = '400 general_argument_invalid: Invalid `operations` param: ';
  const one = { action: 'create', ...things, rowId: 'x', data: { name: 'x' } };
  const cases: [title: string, operations: object[], message: string][] = [
    ['nothing', [], '400 general_bad_request: Operations array cannot be empty'],
    ['no action', [{ ...one, action: undefined }], `${param}Missing required key: action`],
    ['no database', [{ ...one, databaseId: undefined }], `${param}Missing required key: databaseId`],
    ['no table', [{ ...one, tableId: undefined }], `${param}Missing required key: tableId`],
    ['no data', [{ ...one, data: undefined }], `${param}Missing required key: data`],
    ['no row', [{ ...one, rowId: undefined }], `${param}Key 'rowId' is required for action 'create'`],
    [
      'another action',
      [{ ...one, action: 'drop' }],
      `${param}Key 'action' must be one of: create, update, upsert, delete, increment, decrement, bulkCreate, bulkUpdate, bulkUpsert, bulkDelete`,
    ],
    [
      'an unknown database',
      [{ ...one, databaseId: 'nope' }],
      "404 database_not_found: Database with the requested ID 'nope' could not be found.",
    ],
    [
      'an unknown table',
      [{ ...one, tableId: 'nope' }],
      "404 collection_not_found: Collection with the requested ID 'nope' could not be found.",
    ],
    [
      'an unknown row',
      [{ ...one, action: 'update', rowId: 'nobody' }],
      "404 document_not_found: Document with the requested ID 'nobody' could not be found.",
    ],
    [
      'bulk on a table that relates',
      [{ action: 'bulkDelete', databaseId: 'library', tableId: 'files', data: {} }],
      '400 general_bad_request: Bulk delete is not supported for tablesDB with relationship attributes',
    ],
    [
      '101 at once',
      Array(101).fill(one),
      '400 transaction_limit_exceeded: Transaction already has 0 operations, adding 101 would exceed the maximum of 100',
    ],
  ];
  it.each(cases)('refuses %s and stages none', async (_, operations, message) => {
    const transactionId = await begin();
    const both = operations.length === 1 ? [one, ...operations] : operations;
    expect(await refusal(bench.tables.createOperations({ transactionId, operations: both }))).toBe(message);
    expect((await bench.tables.getTransaction({ transactionId })).operations).toBe(0);
  });

  it('refuses the one beyond 100', async () => {
    const transactionId = await begin();
    await bench.tables.createOperations({ transactionId, operations: Array(100).fill(one) });
    expect(
      await refusal(bench.tables.createRow({ ...things, rowId: 'y', data: { name: 'y' }, transactionId })),
    ).toBe(
      '400 transaction_limit_exceeded: Transaction already has 100 operations, adding 1 would exceed the maximum of 100',
    );
  });

  it('refuses a transaction that has ended', async () => {
    const transactionId = await begin();
    await commit(transactionId);
    expect(await refusal(bench.tables.createOperations({ transactionId, operations: [one] }))).toBe(
      '400 general_bad_request: Invalid or non\u2011pending transaction',
    );
  });
});
