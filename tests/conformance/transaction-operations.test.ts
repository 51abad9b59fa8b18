import { DatabaseSync } from 'node:sqlite';
import { Query } from 'node-appwrite';
import { describe, expect, it } from 'vitest';
import { errorOf } from '../support/clients.ts';
import { categories, setUpTransactions, things } from './support/row-setup.ts';

const { setup, begin, commit, rollBack, name } = setUpTransactions();

type Inside = { transactionId?: string };
const create = (rowId: string, text: string, inside: Inside = {}) =>
  setup.tables.createRow({ ...things, rowId, data: { name: text }, ...inside });
const update = (rowId: string, text: string, inside: Inside = {}) =>
  setup.tables.updateRow({ ...things, rowId, data: { name: text }, ...inside });
const upsert = (rowId: string, text: string, inside: Inside = {}) =>
  setup.tables.upsertRow({ ...things, rowId, data: { name: text }, ...inside });
const remove = (rowId: string, inside: Inside = {}) =>
  setup.tables.deleteRow({ ...things, rowId, ...inside });
const increment = (rowId: string, value: number, inside: Inside) =>
  setup.tables.incrementRowColumn({ ...things, rowId, column: 'count', value, ...inside });

describe('commit and roll back', () => {
  it('performs all operations in order and emits each event', async () => {
    const transactionId = await begin();
    await setup.tables.createRow({ ...things, rowId: 'a', data: { name: 'a', count: 1 }, transactionId });
    await increment('a', 4, { transactionId });
    await update('old', 'new', { transactionId });
    await upsert('b', 'b', { transactionId });
    await remove('b', { transactionId });
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
    await update('old', 'lost', { transactionId });
    expect((await rollBack(transactionId)).status).toBe('failed');
    expect([await name('old'), setup.changes]).toEqual(['old', []]);
  });

  const conflict =
    '409 transaction_conflict: The transaction has a conflict. Please resolve the conflict and try again.';
  const both = [Query.startsWith('$id', 'both')];
  const nothing = async () => {};
  const removeBoth = (inside: Inside) => setup.tables.deleteRows({ ...categories, queries: both, ...inside });
  const renameBoth = () =>
    setup.tables.updateRow({ ...categories, rowId: 'both', data: { categoryName: 'out' } });
  type Step = (inside: { transactionId: string }) => object;
  it.each<[title: string, stage: Step, otherWrite: () => object, message: string]>([
    [
      'a row changed by another write',
      (inside) => update('old', 'in', inside),
      () => update('old', 'out'),
      conflict,
    ],
    [
      'a row created by another write',
      (inside) => create('both', 'in', inside),
      () => create('both', 'out'),
      conflict,
    ],
    [
      'a row removed and created again by other writes',
      (inside) => update('both', 'in', inside),
      async () => {
        await remove('both');
        await create('both', 'out');
      },
      conflict,
    ],
    [
      'a row removed by another write',
      (inside) => update('both', 'in', inside),
      () => remove('both'),
      "404 document_not_found: Document with the requested ID 'both' could not be found.",
    ],
    [
      'an upserted row removed by another write',
      (inside) => upsert('old', 'in', inside),
      () => remove('old'),
      conflict,
    ],
    [
      'a row of a bulk upsert changed by another write',
      (inside) =>
        setup.tables.upsertRows({
          ...categories,
          rows: [{ $id: 'both', categoryName: 'in' }],
          ...inside,
        }),
      renameBoth,
      conflict,
    ],
    [
      'a row of a bulk update changed by another write',
      (inside) =>
        setup.tables.updateRows({
          ...categories,
          data: { categoryName: 'in' },
          queries: both,
          ...inside,
        }),
      renameBoth,
      conflict,
    ],
    ['a row of a bulk delete changed by another write', removeBoth, renameBoth, conflict],
    [
      'another row that now matches a bulk delete',
      removeBoth,
      () => setup.tables.createRow({ ...categories, rowId: 'both2', data: { categoryName: 'out' } }),
      conflict,
    ],
    [
      'a bulk delete with an invalid query',
      (inside) => setup.tables.deleteRows({ ...categories, queries: [Query.equal('nothing', 1)], ...inside }),
      nothing,
      '400 general_query_invalid: Invalid query: Attribute not found in schema: nothing',
    ],
    [
      'invalid data',
      (inside) => setup.tables.createRow({ ...things, rowId: 'unfit', data: { count: 1 }, ...inside }),
      nothing,
      '400 document_invalid_structure: Invalid document structure: Missing required attribute "name"',
    ],
    [
      'a counter past its limit',
      (inside) => increment('old', 9, inside),
      nothing,
      '400 attribute_limit_exceeded: tablesDB "count" has reached the maximum value of 10',
    ],
    [
      'an invalid relationship',
      (inside) =>
        setup.tables.createRow({
          ...things,
          tableId: 'links',
          rowId: 'l',
          data: { softly: 7 },
          ...inside,
        }),
      nothing,
      '400 relationship_value_invalid: Relationship value must be an object, document ID string, or associative array',
    ],
  ])('%s fails the whole commit', async (_, stage, otherWrite, message) => {
    const transactionId = await begin();
    await create('first', 'first', { transactionId });
    await setup.tables.upsertRow({ ...categories, rowId: 'both', data: { categoryName: 'both' } });
    await stage({ transactionId });
    await otherWrite();
    setup.changes.length = 0;
    expect(await errorOf(commit(transactionId))).toBe(message);
    expect((await setup.tables.getTransaction({ transactionId })).status).toBe('failed');
    expect(await errorOf(name('first'))).toContain('404 row_not_found');
    expect(setup.changes).toEqual([]);
    await setup.tables.deleteRows({ ...categories, queries: both });
  });

  it('a commit that fails because a row was removed does not create the row again', async () => {
    const transactionId = await begin();
    await upsert('old', 'in', { transactionId });
    await remove('old');
    await commit(transactionId).catch(() => undefined);
    expect(await errorOf(name('old'))).toContain('404 row_not_found');
  });

  it('a commit creates a row again that the same transaction removes and upserts', async () => {
    const transactionId = await begin();
    await remove('old', { transactionId });
    await upsert('old', 'in', { transactionId });
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
    expect(await errorOf(create('x', 'x', { transactionId }))).toContain('410 transaction_expired');
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
    expect(await errorOf(create('y', 'y', { transactionId }))).toBe(
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
