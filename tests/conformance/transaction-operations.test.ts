import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { refusal } from '../support/clients.ts';
import { transactionBench } from '../support/transaction-bench.ts';
import { things } from '../support/writing-bench.ts';

const { bench, begin, commit, rollBack, name } = transactionBench();

describe('commit and roll back', () => {
  it('does everything in order and tells of every operation', async () => {
    const transactionId = await begin();
    await bench.tables.createRow({ ...things, rowId: 'a', data: { name: 'a', count: 1 }, transactionId });
    await bench.tables.incrementRowColumn({
      ...things,
      rowId: 'a',
      column: 'count',
      value: 4,
      transactionId,
    });
    await bench.tables.updateRow({ ...things, rowId: 'old', data: { name: 'new' }, transactionId });
    await bench.tables.upsertRow({ ...things, rowId: 'b', data: { name: 'b' }, transactionId });
    await bench.tables.deleteRow({ ...things, rowId: 'b', transactionId });
    expect(await commit(transactionId)).toMatchObject({ status: 'committed', operations: 5 });
    expect((await bench.tables.getRow({ ...things, rowId: 'a' })).count).toBe(5);
    expect(await name('old')).toBe('new');
    expect(bench.changes.map((change) => change.action)).toEqual([
      'create',
      'update',
      'update',
      'update',
      'delete',
    ]);
  });

  it('roll back ends as failed and does nothing', async () => {
    const transactionId = await begin();
    await bench.tables.updateRow({ ...things, rowId: 'old', data: { name: 'lost' }, transactionId });
    expect((await rollBack(transactionId)).status).toBe('failed');
    expect([await name('old'), bench.changes]).toEqual(['old', []]);
  });

  const conflict =
    '409 transaction_conflict: The transaction has a conflict. Please resolve the conflict and try again.';
  type Step = (transactionId: string) => object;
  const cases: [title: string, stage: Step, outside: Step, message: string][] = [
    [
      'a row changed from outside',
      (transactionId) =>
        bench.tables.updateRow({ ...things, rowId: 'old', data: { name: 'in' }, transactionId }),
      () => bench.tables.updateRow({ ...things, rowId: 'old', data: { name: 'out' } }),
      conflict,
    ],
    [
      'a row made from outside',
      (transactionId) =>
        bench.tables.createRow({ ...things, rowId: 'both', data: { name: 'in' }, transactionId }),
      () => bench.tables.createRow({ ...things, rowId: 'both', data: { name: 'out' } }),
      conflict,
    ],
    [
      'a row removed and made again from outside',
      (transactionId) =>
        bench.tables.updateRow({ ...things, rowId: 'both', data: { name: 'in' }, transactionId }),
      async () => {
        await bench.tables.deleteRow({ ...things, rowId: 'both' });
        await bench.tables.createRow({ ...things, rowId: 'both', data: { name: 'out' } });
      },
      conflict,
    ],
    [
      'a row removed from outside',
      (transactionId) =>
        bench.tables.updateRow({ ...things, rowId: 'both', data: { name: 'in' }, transactionId }),
      () => bench.tables.deleteRow({ ...things, rowId: 'both' }),
      "404 document_not_found: Document with the requested ID 'both' could not be found.",
    ],
    [
      'data that does not fit',
      (transactionId) =>
        bench.tables.createRow({ ...things, rowId: 'unfit', data: { count: 1 }, transactionId }),
      async () => {},
      '400 document_invalid_structure: Invalid document structure: Missing required attribute "name"',
    ],
    [
      'a counter past its limit',
      (transactionId) =>
        bench.tables.incrementRowColumn({
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
      'a relationship that is none',
      (transactionId) =>
        bench.tables.createRow({
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
    await bench.tables.createRow({ ...things, rowId: 'first', data: { name: 'first' }, transactionId });
    await stage(transactionId);
    await outside(transactionId);
    bench.changes.length = 0;
    expect(await refusal(commit(transactionId))).toBe(message);
    expect((await bench.tables.getTransaction({ transactionId })).status).toBe('failed');
    expect(await refusal(name('first'))).toContain('404 row_not_found');
    expect(bench.changes).toEqual([]);
  });

  it('one that has expired answers 410 to everything', async () => {
    const transactionId = await begin();
    const database = new DatabaseSync(`${bench.running.dataDir}/minbar.db`);
    database
      .prepare(`UPDATE "rows//transactions" SET expiresAt = '2020-01-01' WHERE _id = ?`)
      .run(transactionId);
    database.close();
    expect(await refusal(commit(transactionId))).toContain('410 transaction_expired');
    expect(
      await refusal(bench.tables.createRow({ ...things, rowId: 'x', data: { name: 'x' }, transactionId })),
    ).toContain('410 transaction_expired');
    const operations = [{ action: 'delete', ...things, rowId: 'old' }];
    expect(await refusal(bench.tables.createOperations({ transactionId, operations }))).toContain(
      '410 transaction_expired',
    );
  });
});
