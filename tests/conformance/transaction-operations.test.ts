import { DatabaseSync } from 'node:sqlite';
import { Query } from 'node-appwrite';
import { describe, expect, it } from 'vitest';
import { errorOf } from '../support/clients.ts';
import { categories, setUpTransactions, things } from './support/row-setup.ts';

const { setup, begin, commit, rollBack, name } = setUpTransactions();

describe('commit and roll back', () => {
  it('performs all operations in order and emits each event', async () => {
    const transactionId = await begin();
    await setup.tables.createRow({ ...things, rowId: 'a', data: { name: 'a', count: 1 }, transactionId });
    await setup.tables.incrementRowColumn({
      ...things,
      rowId: 'a',
      column: 'count',
      value: 4,
      transactionId,
    });
    await setup.tables.updateRow({ ...things, rowId: 'old', data: { name: 'new' }, transactionId });
    await setup.tables.upsertRow({ ...things, rowId: 'b', data: { name: 'b' }, transactionId });
    await setup.tables.deleteRow({ ...things, rowId: 'b', transactionId });
    expect(await commit(transactionId)).toMatchObject({ status: 'committed', operations: 5 });
    expect((await setup.tables.getRow({ ...things, rowId: 'a' })).count).toBe(5);
    expect(await name('old')).toBe('new');
    expect(setup.changes.map((change) => change.action)).toEqual([
      'create',
      'update',
      'update',
      'update',
      'delete',
    ]);
  });

  it('a rollback sets the status to failed and changes nothing', async () => {
    const transactionId = await begin();
    await setup.tables.updateRow({ ...things, rowId: 'old', data: { name: 'lost' }, transactionId });
    expect((await rollBack(transactionId)).status).toBe('failed');
    expect([await name('old'), setup.changes]).toEqual(['old', []]);
  });

  const conflictMessage =
    '409 transaction_conflict: The transaction has a conflict. Please resolve the conflict and try again.';
  const both = [Query.startsWith('$id', 'both')];
  type Step = (transactionId: string) => object;
  const cases: [title: string, stage: Step, otherWrite: Step, message: string][] = [
    [
      'a row changed by another write',
      (transactionId) =>
        setup.tables.updateRow({ ...things, rowId: 'old', data: { name: 'in' }, transactionId }),
      () => setup.tables.updateRow({ ...things, rowId: 'old', data: { name: 'out' } }),
      conflictMessage,
    ],
    [
      'a row created by another write',
      (transactionId) =>
        setup.tables.createRow({ ...things, rowId: 'both', data: { name: 'in' }, transactionId }),
      () => setup.tables.createRow({ ...things, rowId: 'both', data: { name: 'out' } }),
      conflictMessage,
    ],
    [
      'a row removed and created again by other writes',
      (transactionId) =>
        setup.tables.updateRow({ ...things, rowId: 'both', data: { name: 'in' }, transactionId }),
      async () => {
        await setup.tables.deleteRow({ ...things, rowId: 'both' });
        await setup.tables.createRow({ ...things, rowId: 'both', data: { name: 'out' } });
      },
      conflictMessage,
    ],
    [
      'a row removed by another write',
      (transactionId) =>
        setup.tables.updateRow({ ...things, rowId: 'both', data: { name: 'in' }, transactionId }),
      () => setup.tables.deleteRow({ ...things, rowId: 'both' }),
      "404 document_not_found: Document with the requested ID 'both' could not be found.",
    ],
    [
      'an upserted row removed by another write',
      (transactionId) =>
        setup.tables.upsertRow({ ...things, rowId: 'old', data: { name: 'in' }, transactionId }),
      () => setup.tables.deleteRow({ ...things, rowId: 'old' }),
      conflictMessage,
    ],
    [
      'a row of a bulk upsert changed by another write',
      (transactionId) =>
        setup.tables.upsertRows({
          ...categories,
          rows: [{ $id: 'both', categoryName: 'in' }],
          transactionId,
        }),
      () => setup.tables.updateRow({ ...categories, rowId: 'both', data: { categoryName: 'out' } }),
      conflictMessage,
    ],
    [
      'a row of a bulk update changed by another write',
      (transactionId) =>
        setup.tables.updateRows({
          ...categories,
          data: { categoryName: 'in' },
          queries: both,
          transactionId,
        }),
      () => setup.tables.updateRow({ ...categories, rowId: 'both', data: { categoryName: 'out' } }),
      conflictMessage,
    ],
    [
      'a row of a bulk delete changed by another write',
      (transactionId) => setup.tables.deleteRows({ ...categories, queries: both, transactionId }),
      () => setup.tables.updateRow({ ...categories, rowId: 'both', data: { categoryName: 'out' } }),
      conflictMessage,
    ],
    [
      'another row that now matches a bulk delete',
      (transactionId) => setup.tables.deleteRows({ ...categories, queries: both, transactionId }),
      () => setup.tables.createRow({ ...categories, rowId: 'both2', data: { categoryName: 'out' } }),
      conflictMessage,
    ],
    [
      'a bulk delete with an invalid query',
      (transactionId) =>
        setup.tables.deleteRows({ ...categories, queries: [Query.equal('nothing', 1)], transactionId }),
      async () => {},
      '400 general_query_invalid: Invalid query: Attribute not found in schema: nothing',
    ],
    [
      'invalid data',
      (transactionId) =>
        setup.tables.createRow({ ...things, rowId: 'unfit', data: { count: 1 }, transactionId }),
      async () => {},
      '400 document_invalid_structure: Invalid document structure: Missing required attribute "name"',
    ],
    [
      'a counter past its limit',
      (transactionId) =>
        setup.tables.incrementRowColumn({
          ...things,
          rowId: 'old',
          column: 'count',
          value: 9,
          transactionId,
        }),
      async () => {},
      '400 attribute_limit_exceeded: tablesDB "count" has reached the maximum value of 10',
    ],
    [
      'an invalid relationship',
      (transactionId) =>
        setup.tables.createRow({
          databaseId: 'library',
          tableId: 'links',
          rowId: 'l',
          data: { softly: 7 },
          transactionId,
        }),
      async () => {},
      '400 relationship_value_invalid: Relationship value must be an object, document ID string, or associative array',
    ],
  ];
  it.each(cases)('%s fails the whole commit', async (_, stage, otherWrite, message) => {
    const transactionId = await begin();
    await setup.tables.createRow({ ...things, rowId: 'first', data: { name: 'first' }, transactionId });
    await setup.tables.upsertRow({ ...categories, rowId: 'both', data: { categoryName: 'both' } });
    await stage(transactionId);
    await otherWrite(transactionId);
    setup.changes.length = 0;
    expect(await errorOf(commit(transactionId))).toBe(message);
    expect((await setup.tables.getTransaction({ transactionId })).status).toBe('failed');
    expect(await errorOf(name('first'))).toContain('404 row_not_found');
    expect(setup.changes).toEqual([]);
    await setup.tables.deleteRows({ ...categories, queries: both });
  });

  it('a commit that fails because a row was removed does not create the row again', async () => {
    const transactionId = await begin();
    await setup.tables.upsertRow({ ...things, rowId: 'old', data: { name: 'in' }, transactionId });
    await setup.tables.deleteRow({ ...things, rowId: 'old' });
    await commit(transactionId).catch(() => undefined);
    expect(await errorOf(name('old'))).toContain('404 row_not_found');
  });

  it('a commit creates a row again that the same transaction removes and upserts', async () => {
    const transactionId = await begin();
    await setup.tables.deleteRow({ ...things, rowId: 'old', transactionId });
    await setup.tables.upsertRow({ ...things, rowId: 'old', data: { name: 'in' }, transactionId });
    expect((await commit(transactionId)).status).toBe('committed');
    expect(await name('old')).toBe('in');
  });

  it('a bulk operation with a limit does not conflict with itself in the same transaction', async () => {
    for (const rowId of ['many1', 'many2', 'many3'])
      await setup.tables.createRow({ ...categories, rowId, data: { categoryName: 'Many' } });
    const transactionId = await begin();
    const queries = [Query.equal('categoryName', 'Many'), Query.orderRandom(), Query.limit(1)];
    for (let count = 0; count < 2; count++)
      await setup.tables.deleteRows({ ...categories, queries, transactionId });
    expect((await commit(transactionId)).status).toBe('committed');
    expect((await setup.tables.listRows({ ...categories, queries: queries.slice(0, 1) })).total).toBe(1);
    await setup.tables.deleteRows({ ...categories, queries: queries.slice(0, 1) });
  });

  it('an expired transaction refuses a commit and further operations with 410', async () => {
    const transactionId = await begin();
    const database = new DatabaseSync(`${setup.running.dataDir}/minbar.db`);
    database
      .prepare(`UPDATE "rows//transactions" SET expiresAt = '2020-01-01' WHERE _id = ?`)
      .run(transactionId);
    database.close();
    expect(await errorOf(commit(transactionId))).toContain('410 transaction_expired');
    expect(
      await errorOf(setup.tables.createRow({ ...things, rowId: 'x', data: { name: 'x' }, transactionId })),
    ).toContain('410 transaction_expired');
    const operations = [{ action: 'delete', ...things, rowId: 'old' }];
    expect(await errorOf(setup.tables.createOperations({ transactionId, operations }))).toContain(
      '410 transaction_expired',
    );
  });
});

describe('operations in one request', () => {
  it('are staged and committed, of all ten kinds', async () => {
    const transactionId = await begin();
    await setup.tables.createRow({ ...categories, rowId: 'drop', data: { categoryName: 'Drop' } });
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
    expect((await setup.tables.createOperations({ transactionId, operations })).operations).toBe(10);
    await commit(transactionId);
    expect(await setup.tables.getRow({ ...things, rowId: 'o1' })).toMatchObject({
      name: 'o2',
      count: 3,
      $permissions: ['read("any")'],
    });
    const { rows } = await setup.tables.listRows(categories);
    expect(rows.map((row) => [row.$id, row.categoryName])).toEqual([
      ['creed', 'Creed'],
      ['c1', 'C4'],
      ['c2', 'C3'],
    ]);
    expect(await errorOf(name('o3'))).toContain('404');
  });

  const param = '400 general_argument_invalid: Invalid `operations` param: ';
  const creation = { action: 'create', ...things, rowId: 'x', data: { name: 'x' } };
  const cases: [title: string, operations: object[], message: string][] = [
    ['an empty list', [], '400 general_bad_request: Operations array cannot be empty'],
    ['no action', [{ ...creation, action: undefined }], `${param}Missing required key: action`],
    ['no database', [{ ...creation, databaseId: undefined }], `${param}Missing required key: databaseId`],
    ['no table', [{ ...creation, tableId: undefined }], `${param}Missing required key: tableId`],
    ['no data', [{ ...creation, data: undefined }], `${param}Missing required key: data`],
    ['no row', [{ ...creation, rowId: undefined }], `${param}Key 'rowId' is required for action 'create'`],
    [
      'another action',
      [{ ...creation, action: 'drop' }],
      `${param}Key 'action' must be one of: create, update, upsert, delete, increment, decrement, bulkCreate, bulkUpdate, bulkUpsert, bulkDelete`,
    ],
    [
      'an unknown database',
      [{ ...creation, databaseId: 'nope' }],
      "404 database_not_found: Database with the requested ID 'nope' could not be found.",
    ],
    [
      'an unknown table',
      [{ ...creation, tableId: 'nope' }],
      "404 collection_not_found: Collection with the requested ID 'nope' could not be found.",
    ],
    [
      'an unknown row',
      [{ ...creation, action: 'update', rowId: 'nobody' }],
      "404 document_not_found: Document with the requested ID 'nobody' could not be found.",
    ],
    [
      'bulk on a table with relationships',
      [{ action: 'bulkDelete', databaseId: 'library', tableId: 'files', data: {} }],
      '400 general_bad_request: Bulk delete is not supported for tablesDB with relationship attributes',
    ],
    [
      '101 operations',
      Array(101).fill(creation),
      '400 transaction_limit_exceeded: Transaction already has 0 operations, adding 101 would exceed the maximum of 100',
    ],
  ];
  it.each(cases)('refuses %s and stages none', async (_, operations, message) => {
    const transactionId = await begin();
    const allOperations = operations.length === 1 ? [creation, ...operations] : operations;
    expect(await errorOf(setup.tables.createOperations({ transactionId, operations: allOperations }))).toBe(
      message,
    );
    expect((await setup.tables.getTransaction({ transactionId })).operations).toBe(0);
  });

  it('refuses the 101st operation', async () => {
    const transactionId = await begin();
    await setup.tables.createOperations({ transactionId, operations: Array(100).fill(creation) });
    expect(
      await errorOf(setup.tables.createRow({ ...things, rowId: 'y', data: { name: 'y' }, transactionId })),
    ).toBe(
      '400 transaction_limit_exceeded: Transaction already has 100 operations, adding 1 would exceed the maximum of 100',
    );
  });

  it('refuses a transaction that has ended', async () => {
    const transactionId = await begin();
    await commit(transactionId);
    expect(await errorOf(setup.tables.createOperations({ transactionId, operations: [creation] }))).toBe(
      '400 general_bad_request: Invalid or non\u2011pending transaction',
    );
  });
});
