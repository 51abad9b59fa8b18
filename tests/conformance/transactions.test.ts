import { DatabaseSync } from 'node:sqlite';
import { Query } from 'node-appwrite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '#backend/change.ts';
import { KEY, type RunningBackend, startBackend } from '../support/backend.ts';
import { owner, raw, refusal, visitor } from '../support/clients.ts';
import { wideSchema } from '../support/wide-schema.ts';

let running: RunningBackend;
let tables: ReturnType<typeof owner>;
const changes: Change[] = [];
beforeAll(async () => {
  running = await startBackend({ schema: wideSchema });
  running.backend.onChange((change) => changes.push(change));
  tables = owner(running.endpoint);
});
afterAll(() => running.stop());

const categories = { databaseId: 'library', tableId: 'categories' };
const things = { databaseId: 'library', tableId: 'things' };
beforeEach(async () => {
  await tables.upsertRow({ ...things, rowId: 'old', data: { name: 'old', count: 5 } });
  changes.length = 0;
});

const begin = async () => (await tables.createTransaction({ ttl: 60 })).$id;
const commit = (transactionId: string) => tables.updateTransaction({ transactionId, commit: true });
const rollBack = (transactionId: string) => tables.updateTransaction({ transactionId, rollback: true });
const name = async (rowId: string, transactionId?: string) =>
  (await tables.getRow({ ...things, rowId, ...(transactionId ? { transactionId } : {}) })).name;
const post = (path: string, body: object, method = 'POST') =>
  raw(running.endpoint, path, { method, body: JSON.stringify(body), headers: { 'X-Appwrite-Key': KEY } });

describe('contract 6: a transaction itself', () => {
  it('begins pending, without operations, for the time asked', async () => {
    const transaction = await tables.createTransaction({ ttl: 60 });
    expect(transaction).toMatchObject({ status: 'pending', operations: 0 });
    expect(Date.parse(transaction.expiresAt) - Date.parse(transaction.$createdAt)).toBe(60_000);
    expect(await tables.getTransaction({ transactionId: transaction.$id })).toEqual(transaction);
    const usual = await tables.createTransaction();
    expect(Date.parse(usual.expiresAt) - Date.parse(usual.$createdAt)).toBe(300_000);
  });

  it.each([59, 3601, 1.5])('a ttl of %d is refused', async (ttl) => {
    expect(await refusal(tables.createTransaction({ ttl }))).toBe(
      '400 general_argument_invalid: Invalid `ttl` param: Value must be a valid range between 60 and 3,600',
    );
  });

  it('is listed, by status and id too', async () => {
    const id = await begin();
    await rollBack(id);
    const queries = [Query.equal('status', 'failed'), Query.equal('$id', id)];
    const { total, transactions } = await tables.listTransactions({ queries });
    expect([total, transactions.map((one) => one.$id)]).toEqual([1, [id]]);
  });

  it('is deleted with what it staged', async () => {
    const transactionId = await begin();
    await tables.createRow({ ...things, rowId: 'never', data: { name: 'x' }, transactionId });
    await tables.deleteTransaction({ transactionId });
    expect(await refusal(tables.getTransaction({ transactionId }))).toContain('404 transaction_not_found');
    expect(await refusal(commit(transactionId))).toContain('404 transaction_not_found');
  });

  it('of nothing commits', async () => {
    expect(await commit(await begin())).toMatchObject({ status: 'committed', operations: 0 });
  });

  it('wants either commit or rollback', async () => {
    const transactionId = await begin();
    expect(await refusal(tables.updateTransaction({ transactionId }))).toBe(
      '400 general_bad_request: Either commit or rollback must be true',
    );
    expect(await refusal(tables.updateTransaction({ transactionId, commit: true, rollback: true }))).toBe(
      '400 general_bad_request: Cannot commit and rollback at the same time',
    );
  });

  it('ends once', async () => {
    const transactionId = await begin();
    await commit(transactionId);
    for (const again of [commit, rollBack])
      expect(await refusal(again(transactionId))).toBe(
        '400 transaction_not_ready: The transaction is not ready yet. Please try again later.',
      );
  });

  it('a visitor may begin one, and never sees it again', async () => {
    const guest = visitor(running.endpoint);
    const transaction = await guest.createTransaction();
    expect(transaction.status).toBe('pending');
    expect(await refusal(guest.getTransaction({ transactionId: transaction.$id }))).toContain(
      '404 transaction_not_found',
    );
    const list = await guest.listTransactions();
    expect([list.total, list.transactions]).toEqual([0, []]);
    expect(await refusal(tables.getTransaction({ transactionId: transaction.$id }))).toContain(
      '404 transaction_not_found',
    );
  });
});

describe('contract 6: staging by row routes', () => {
  it('answers as if done, and nothing is done', async () => {
    const transactionId = await begin();
    const path = '/tablesdb/library/tables/things/rows';
    const answers = [
      await post(path, { rowId: 'made', data: { name: 'made' }, transactionId }),
      await post(`${path}/put`, { data: { name: 'put' }, transactionId }, 'PUT'),
      await post(`${path}/old`, { data: { name: 'new' }, transactionId }, 'PATCH'),
      await post(`${path}/old/count/increment`, { value: 2, transactionId }, 'PATCH'),
      await post(`${path}/made`, { transactionId }, 'DELETE'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 200, 200, 204]);
    expect(answers.slice(0, 4).map(({ json }) => [json.$id, json.name, json.count])).toEqual([
      ['made', 'made', null],
      ['put', 'put', null],
      ['old', 'new', 5],
      ['old', undefined, 2],
    ]);
    expect((await tables.getTransaction({ transactionId })).operations).toBe(5);
    expect(await name('old')).toBe('old');
    expect(await refusal(name('put'))).toContain('404 row_not_found');
    expect(changes).toEqual([]);
  });

  it('bulk answers with the rows, or with none', async () => {
    const transactionId = await begin();
    const rows = [
      { $id: 'b1', name: 'b1' },
      { $id: 'b2', name: 'b2' },
    ];
    const answer = await post('/tablesdb/library/tables/things/rows', { rows, transactionId });
    expect([answer.status, answer.json.total, answer.json.rows.length]).toEqual([200, 2, 2]);
    expect(await tables.updateRows({ ...things, data: { name: 'x' }, transactionId })).toMatchObject({
      total: 0,
      rows: [],
    });
    expect(await tables.deleteRows({ ...things, transactionId })).toMatchObject({ total: 0, rows: [] });
  });

  it('refuses an unknown transaction, and one that has ended', async () => {
    const data = { name: 'x' };
    const write = (transactionId: string) => tables.createRow({ ...things, rowId: 'x', data, transactionId });
    expect(await refusal(write('nobody'))).toBe(
      "404 transaction_not_found: Transaction with the requested ID 'nobody' could not be found.",
    );
    const ended = await begin();
    await rollBack(ended);
    expect(await refusal(write(ended))).toContain('400 transaction_not_ready');
    expect(
      await refusal(
        tables.incrementRowColumn({ ...things, rowId: 'old', column: 'count', transactionId: ended }),
      ),
    ).toContain('400 general_bad_request');
    expect(await refusal(tables.deleteRows({ ...things, transactionId: ended }))).toContain(
      '400 general_bad_request',
    );
    expect(await refusal(tables.listRows({ ...things, transactionId: ended }))).toContain(
      '400 transaction_not_ready',
    );
  });

  it('refuses a row that neither exists nor is staged', async () => {
    const transactionId = await begin();
    expect(
      await refusal(tables.updateRow({ ...things, rowId: 'nobody', data: { name: 'x' }, transactionId })),
    ).toContain('404 row_not_found');
  });

  it('a visitor stages nothing', async () => {
    const call = visitor(running.endpoint).createRow({
      ...things,
      rowId: 'x',
      data: { name: 'x' },
      transactionId: await begin(),
    });
    expect(await refusal(call)).toContain('404 transaction_not_found');
  });
});

describe('contract 6: staged reads', () => {
  it('see what was staged, by get, list, filter and total; other reads do not', async () => {
    const transactionId = await begin();
    const before = (await tables.listRows(things)).total;
    await tables.createRow({ ...things, rowId: 'seen', data: { name: 'seen', count: 9 }, transactionId });
    await tables.updateRow({ ...things, rowId: 'seen', data: { name: 'twice' }, transactionId });
    await tables.updateRow({ ...things, rowId: 'old', data: { count: 9 }, transactionId });
    expect(await name('seen', transactionId)).toBe('twice');
    const staged = await tables.listRows({ ...things, transactionId });
    expect([staged.total, staged.rows.at(-1)?.$id]).toEqual([before + 1, 'seen']);
    const filtered = await tables.listRows({ ...things, queries: [Query.equal('count', 9)], transactionId });
    expect(filtered.rows.map((row) => row.$id).sort()).toEqual(['old', 'seen']);
    expect((await tables.listRows(things)).total).toBe(before);
    await tables.deleteRow({ ...things, rowId: 'old', transactionId });
    expect(await refusal(name('old', transactionId))).toContain('404 row_not_found');
    expect(await name('old')).toBe('old');
  });

  it('show the rest when one operation will fail', async () => {
    const transactionId = await begin();
    await tables.createRow({ ...things, rowId: 'wrong', data: { name: 'far too long' }, transactionId });
    await tables.createRow({ ...things, rowId: 'right', data: { name: 'right' }, transactionId });
    expect(await name('right', transactionId)).toBe('right');
    expect(await refusal(commit(transactionId))).toContain('400 document_invalid_structure');
  });
});

describe('contract 6: commit and roll back', () => {
  it('does everything in order and tells of every operation', async () => {
    const transactionId = await begin();
    await tables.createRow({ ...things, rowId: 'a', data: { name: 'a', count: 1 }, transactionId });
    await tables.incrementRowColumn({ ...things, rowId: 'a', column: 'count', value: 4, transactionId });
    await tables.updateRow({ ...things, rowId: 'old', data: { name: 'new' }, transactionId });
    await tables.createRow({ ...things, rowId: 'b', data: { name: 'b' }, transactionId });
    await tables.deleteRow({ ...things, rowId: 'b', transactionId });
    expect(await commit(transactionId)).toMatchObject({ status: 'committed', operations: 5 });
    expect((await tables.getRow({ ...things, rowId: 'a' })).count).toBe(5);
    expect(await name('old')).toBe('new');
    expect(changes.map((change) => change.action)).toEqual([
      'create',
      'update',
      'update',
      'create',
      'delete',
    ]);
  });

  it('roll back ends as failed and does nothing', async () => {
    const transactionId = await begin();
    await tables.updateRow({ ...things, rowId: 'old', data: { name: 'lost' }, transactionId });
    expect((await rollBack(transactionId)).status).toBe('failed');
    expect([await name('old'), changes]).toEqual(['old', []]);
  });

  const conflict =
    '409 transaction_conflict: The transaction has a conflict. Please resolve the conflict and try again.';
  type Step = (transactionId: string) => object;
  const cases: [title: string, stage: Step, outside: Step, message: string][] = [
    [
      'a row changed from outside',
      (transactionId) => tables.updateRow({ ...things, rowId: 'old', data: { name: 'in' }, transactionId }),
      () => tables.updateRow({ ...things, rowId: 'old', data: { name: 'out' } }),
      conflict,
    ],
    [
      'a row made from outside',
      (transactionId) => tables.createRow({ ...things, rowId: 'both', data: { name: 'in' }, transactionId }),
      () => tables.createRow({ ...things, rowId: 'both', data: { name: 'out' } }),
      conflict,
    ],
    [
      'a row removed and made again from outside',
      (transactionId) => tables.updateRow({ ...things, rowId: 'both', data: { name: 'in' }, transactionId }),
      async () => {
        await tables.deleteRow({ ...things, rowId: 'both' });
        await tables.createRow({ ...things, rowId: 'both', data: { name: 'out' } });
      },
      conflict,
    ],
    [
      'a row removed from outside',
      (transactionId) => tables.updateRow({ ...things, rowId: 'both', data: { name: 'in' }, transactionId }),
      () => tables.deleteRow({ ...things, rowId: 'both' }),
      "404 document_not_found: Document with the requested ID 'both' could not be found.",
    ],
    [
      'data that does not fit',
      (transactionId) => tables.createRow({ ...things, rowId: 'unfit', data: { count: 1 }, transactionId }),
      async () => {},
      '400 document_invalid_structure: Invalid document structure: Missing required attribute "name"',
    ],
    [
      'a counter past its limit',
      (transactionId) =>
        tables.incrementRowColumn({ ...things, rowId: 'old', column: 'count', value: 9, transactionId }),
      async () => {},
      '400 attribute_limit_exceeded: tablesDB "count" has reached the maximum value of 10',
    ],
    [
      'a relationship that is none',
      (transactionId) =>
        tables.createRow({
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
  it.each(cases)('%s fails the whole commit', async (_, stage, outside, message) => {
    const transactionId = await begin();
    await tables.createRow({ ...things, rowId: 'first', data: { name: 'first' }, transactionId });
    await stage(transactionId);
    await outside(transactionId);
    changes.length = 0;
    expect(await refusal(commit(transactionId))).toBe(message);
    expect((await tables.getTransaction({ transactionId })).status).toBe('failed');
    expect(await refusal(name('first'))).toContain('404 row_not_found');
    expect(changes).toEqual([]);
  });

  it('one that has expired answers 410 to everything', async () => {
    const transactionId = await begin();
    const database = new DatabaseSync(`${running.dataDir}/minbar.db`);
    database
      .prepare(`UPDATE "rows//transactions" SET expiresAt = '2020-01-01' WHERE _id = ?`)
      .run(transactionId);
    database.close();
    expect(await refusal(commit(transactionId))).toContain('410 transaction_expired');
    expect(
      await refusal(tables.createRow({ ...things, rowId: 'x', data: { name: 'x' }, transactionId })),
    ).toContain('410 transaction_expired');
    const operations = [{ action: 'delete', ...things, rowId: 'old' }];
    expect(await refusal(tables.createOperations({ transactionId, operations }))).toContain(
      '410 transaction_expired',
    );
  });
});

describe('contract 6: operations in one request', () => {
  it('all ten kinds are staged and done', async () => {
    const transactionId = await begin();
    await tables.createRow({ ...categories, rowId: 'drop', data: { categoryName: 'Drop' } });
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
    expect((await tables.createOperations({ transactionId, operations })).operations).toBe(10);
    await commit(transactionId);
    expect(await tables.getRow({ ...things, rowId: 'o1' })).toMatchObject({
      name: 'o2',
      count: 3,
      $permissions: ['read("any")'],
    });
    const { rows } = await tables.listRows(categories);
    expect(rows.map((row) => [row.$id, row.categoryName])).toEqual([
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
    expect(await refusal(tables.createOperations({ transactionId, operations: both }))).toBe(message);
    expect((await tables.getTransaction({ transactionId })).operations).toBe(0);
  });

  it('refuses the one beyond 100', async () => {
    const transactionId = await begin();
    await tables.createOperations({ transactionId, operations: Array(100).fill(one) });
    expect(
      await refusal(tables.createRow({ ...things, rowId: 'y', data: { name: 'y' }, transactionId })),
    ).toBe(
      '400 transaction_limit_exceeded: Transaction already has 100 operations, adding 1 would exceed the maximum of 100',
    );
  });

  it('refuses a transaction that has ended', async () => {
    const transactionId = await begin();
    await commit(transactionId);
    expect(await refusal(tables.createOperations({ transactionId, operations: [one] }))).toBe(
      '400 general_bad_request: Invalid or non\u2011pending transaction',
    );
  });
});
