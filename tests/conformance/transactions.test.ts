import { Query } from 'node-appwrite';
import { describe, expect, it } from 'vitest';
import { errorOf, visitor } from '../support/clients.ts';
import { setUpTransactions, things } from './support/row-setup.ts';

const { setup, begin, commit, rollBack, name } = setUpTransactions();

describe('a transaction itself', () => {
  it('begins as pending, without operations, with the requested lifetime', async () => {
    const transaction = await setup.tables.createTransaction({ ttl: 60 });
    expect(transaction).toMatchObject({ status: 'pending', operations: 0 });
    expect(Date.parse(transaction.expiresAt) - Date.parse(transaction.$createdAt)).toBe(60_000);
    expect(await setup.tables.getTransaction({ transactionId: transaction.$id })).toEqual(transaction);
    const withDefaultTtl = await setup.tables.createTransaction();
    expect(Date.parse(withDefaultTtl.expiresAt) - Date.parse(withDefaultTtl.$createdAt)).toBe(300_000);
  });

  it.each([59, 3601, 1.5])('a ttl of %d is refused', async (ttl) => {
    expect(await errorOf(setup.tables.createTransaction({ ttl }))).toBe(
      '400 general_argument_invalid: Invalid `ttl` param: Value must be a valid range between 60 and 3,600',
    );
  });

  it('can be listed by status and id', async () => {
    const id = await begin();
    await rollBack(id);
    const queries = [Query.equal('status', 'failed'), Query.equal('$id', id)];
    const { total, transactions } = await setup.tables.listTransactions({ queries });
    expect([total, transactions.map((transaction) => transaction.$id)]).toEqual([1, [id]]);
  });

  it('gives a staged row the $sequence 0', async () => {
    const body = { rowId: 'staged', data: { name: 'x' }, transactionId: await begin() };
    const { json } = await setup.send('POST', '/tablesdb/library/tables/things/rows', body);
    expect(json.$sequence).toBe('0');
  });

  it('can be neither read nor committed once it is deleted', async () => {
    const transactionId = await begin();
    await setup.tables.createRow({ ...things, rowId: 'never', data: { name: 'x' }, transactionId });
    await setup.tables.deleteTransaction({ transactionId });
    expect(await errorOf(setup.tables.getTransaction({ transactionId }))).toContain(
      '404 transaction_not_found',
    );
    expect(await errorOf(commit(transactionId))).toContain('404 transaction_not_found');
  });

  it('can be committed without operations', async () => {
    expect(await commit(await begin())).toMatchObject({ status: 'committed', operations: 0 });
  });

  it('needs either commit or rollback', async () => {
    const transactionId = await begin();
    expect(await errorOf(setup.tables.updateTransaction({ transactionId }))).toBe(
      '400 general_bad_request: Either commit or rollback must be true',
    );
    expect(
      await errorOf(setup.tables.updateTransaction({ transactionId, commit: true, rollback: true })),
    ).toBe('400 general_bad_request: Cannot commit and rollback at the same time');
  });

  it('can end only once', async () => {
    const transactionId = await begin();
    await commit(transactionId);
    for (const endTransaction of [commit, rollBack])
      expect(await errorOf(endTransaction(transactionId))).toBe(
        '400 transaction_not_ready: The transaction is not ready yet. Please try again later.',
      );
  });

  it('can be begun by a visitor, but then be read neither by visitors nor with the key', async () => {
    const guest = visitor(setup.running.endpoint);
    const transaction = await guest.createTransaction();
    expect(transaction.status).toBe('pending');
    expect(await errorOf(guest.getTransaction({ transactionId: transaction.$id }))).toContain(
      '404 transaction_not_found',
    );
    const list = await guest.listTransactions();
    expect([list.total, list.transactions]).toEqual([0, []]);
    expect(await errorOf(setup.tables.getTransaction({ transactionId: transaction.$id }))).toContain(
      '404 transaction_not_found',
    );
  });
});

describe('staging by row routes', () => {
  it('returns the expected rows, and writes nothing', async () => {
    const transactionId = await begin();
    const path = '/tablesdb/library/tables/things/rows';
    const responses = [
      await setup.send('POST', path, { rowId: 'made', data: { name: 'made' }, transactionId }),
      await setup.send('PUT', `${path}/put`, { data: { name: 'put' }, transactionId }),
      await setup.send('PATCH', `${path}/old`, { data: { name: 'new' }, transactionId }),
      await setup.send('PATCH', `${path}/old/count/increment`, { value: 2, transactionId }),
      await setup.send('DELETE', `${path}/made`, { transactionId }),
    ];
    expect(responses.map((response) => response.status)).toEqual([201, 201, 200, 200, 204]);
    expect(responses.slice(0, 4).map(({ json }) => [json.$id, json.name, json.count])).toEqual([
      ['made', 'made', null],
      ['put', 'put', null],
      ['old', 'new', 5],
      ['old', undefined, 2],
    ]);
    expect((await setup.tables.getTransaction({ transactionId })).operations).toBe(5);
    expect(await name('old')).toBe('old');
    expect(await errorOf(name('put'))).toContain('404 row_not_found');
    expect(setup.changes).toEqual([]);
  });

  it('returns the rows of a bulk create, but none of a bulk update or delete', async () => {
    const transactionId = await begin();
    const rows = [
      { $id: 'b1', name: 'b1' },
      { $id: 'b2', name: 'b2' },
    ];
    const response = await setup.send('POST', '/tablesdb/library/tables/things/rows', {
      rows,
      transactionId,
    });
    expect([response.status, response.json.total, response.json.rows.length]).toEqual([200, 2, 2]);
    expect(await setup.tables.updateRows({ ...things, data: { name: 'x' }, transactionId })).toMatchObject({
      total: 0,
      rows: [],
    });
    expect(await setup.tables.deleteRows({ ...things, transactionId })).toMatchObject({ total: 0, rows: [] });
  });

  it('refuses an unknown transaction, and one that has ended', async () => {
    const data = { name: 'x' };
    const write = (transactionId: string) =>
      setup.tables.createRow({ ...things, rowId: 'x', data, transactionId });
    expect(await errorOf(write('nobody'))).toBe(
      "404 transaction_not_found: Transaction with the requested ID 'nobody' could not be found.",
    );
    const endedTransaction = await begin();
    await rollBack(endedTransaction);
    expect(await errorOf(write(endedTransaction))).toContain('400 transaction_not_ready');
    expect(
      await errorOf(
        setup.tables.incrementRowColumn({
          ...things,
          rowId: 'old',
          column: 'count',
          transactionId: endedTransaction,
        }),
      ),
    ).toContain('400 general_bad_request');
    expect(await errorOf(setup.tables.deleteRows({ ...things, transactionId: endedTransaction }))).toContain(
      '400 general_bad_request',
    );
    expect(await errorOf(setup.tables.listRows({ ...things, transactionId: endedTransaction }))).toContain(
      '400 transaction_not_ready',
    );
  });

  it('refuses a row that neither exists nor is staged', async () => {
    const transactionId = await begin();
    expect(
      await errorOf(
        setup.tables.updateRow({ ...things, rowId: 'nobody', data: { name: 'x' }, transactionId }),
      ),
    ).toContain('404 row_not_found');
  });

  it('refuses visitors', async () => {
    const call = visitor(setup.running.endpoint).createRow({
      ...things,
      rowId: 'x',
      data: { name: 'x' },
      transactionId: await begin(),
    });
    expect(await errorOf(call)).toMatch(/^401 user_unauthorized: Missing "create" permission/);
  });
});

describe('staged reads', () => {
  it('include staged rows in get, list, filter and total; other reads do not', async () => {
    const transactionId = await begin();
    const totalBefore = (await setup.tables.listRows(things)).total;
    await setup.tables.createRow({
      ...things,
      rowId: 'seen',
      data: { name: 'seen', count: 9 },
      transactionId,
    });
    await setup.tables.updateRow({ ...things, rowId: 'seen', data: { name: 'twice' }, transactionId });
    await setup.tables.updateRow({ ...things, rowId: 'old', data: { count: 9 }, transactionId });
    expect(await name('seen', transactionId)).toBe('twice');
    const stagedRows = await setup.tables.listRows({ ...things, transactionId });
    expect([stagedRows.total, stagedRows.rows.at(-1)?.$id]).toEqual([totalBefore + 1, 'seen']);
    const filtered = await setup.tables.listRows({
      ...things,
      queries: [Query.equal('count', 9)],
      transactionId,
    });
    expect(filtered.rows.map((row) => row.$id).sort()).toEqual(['old', 'seen']);
    expect((await setup.tables.listRows(things)).total).toBe(totalBefore);
    await setup.tables.deleteRow({ ...things, rowId: 'old', transactionId });
    expect(await errorOf(name('old', transactionId))).toContain('404 row_not_found');
    expect(await name('old')).toBe('old');
  });

  it('include the valid operations even if another one will fail at the commit', async () => {
    const transactionId = await begin();
    await setup.tables.createRow({
      ...things,
      rowId: 'wrong',
      data: { name: 'far too long' },
      transactionId,
    });
    await setup.tables.createRow({ ...things, rowId: 'right', data: { name: 'right' }, transactionId });
    expect(await name('right', transactionId)).toBe('right');
    expect(await errorOf(commit(transactionId))).toContain('400 document_invalid_structure');
  });
});
