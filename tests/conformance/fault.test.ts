import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openBackend } from '#backend/backend.ts';
import { projectSchema, startBackend } from '../support/backend.ts';
import { owner } from '../support/clients.ts';
import { createTestFolder } from '../support/temporary-folder.ts';
import { wideSchema } from '../support/wide-schema.ts';
import { runUntilKilled } from './support/faulty-backend.ts';

const things = { databaseId: 'library', tableId: 'things' };

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});

function inspect<T>(read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dataDir, 'minbar.db'));
  try {
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    return read(database);
  } finally {
    database.close();
  }
}

const layout = (database: DatabaseSync) =>
  database
    .prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name')
    .all()
    .map((row) => ({ ...row }));

describe('SIGKILL in the middle of a commit', () => {
  it.each([1, 10, 20])(
    'after %d of 20 rows leaves nothing, and the transaction can still be committed',
    async (nth) => {
      const fault = { step: { sql: 'INSERT INTO "rows/library/things"' }, nth, when: 'after' } as const;
      await runUntilKilled(dataDir, fault, async (endpoint) => {
        const tables = owner(endpoint);
        const { $id: transactionId } = await tables.createTransaction();
        const operations = Array.from({ length: 20 }, (_, at) => ({
          ...things,
          action: 'create',
          rowId: `row${at}`,
          data: { name: `${at}` },
        }));
        await tables.createOperations({ transactionId, operations });
        await tables.updateTransaction({ transactionId, commit: true });
      });
      const running = await startBackend({ dataDir, schema: wideSchema });
      const tables = owner(running.endpoint);
      expect((await tables.listRows(things)).total).toBe(0);
      const { transactions } = await tables.listTransactions();
      expect(transactions.map((transaction) => [transaction.status, transaction.operations])).toEqual([
        ['pending', 20],
      ]);
      await tables.updateTransaction({ transactionId: transactions[0]?.$id ?? '', commit: true });
      expect((await tables.listRows(things)).total).toBe(20);
      await running.stop();
    },
  );
});

describe('a commit that fails', () => {
  it('keeps the staged operations if it cannot be marked as failed', async () => {
    const firstRun = await startBackend({ dataDir, schema: wideSchema });
    const tables = owner(firstRun.endpoint);
    const row = { ...things, rowId: 'a', data: { name: 'x' } };
    const { $id: transactionId } = await tables.createTransaction();
    await tables.createRow({ ...row, transactionId });
    await tables.createRow(row);
    await firstRun.stop();
    inspect((database) =>
      database.exec(`CREATE TRIGGER refusal BEFORE UPDATE OF status ON "rows//transactions"
        BEGIN SELECT RAISE(ABORT, 'no room'); END`),
    );
    const running = await startBackend({ dataDir, schema: wideSchema });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await expect(
      owner(running.endpoint).updateTransaction({ transactionId, commit: true }),
    ).rejects.toMatchObject({ code: 500 });
    await running.stop();
    expect(
      inspect((database) => database.prepare('SELECT count(*) AS n FROM staged_operations').get())?.n,
    ).toBe(1);
  });
});

describe('SIGKILL while rows are written', () => {
  it.each(['before', 'after'] as const)(
    '%s a commit keeps every confirmed row once and complete',
    async (when) => {
      const rows: string[] = [];
      await runUntilKilled(dataDir, { step: { sql: 'COMMIT' }, nth: 60, when }, async (endpoint) => {
        for (let at = 0; ; at++) {
          const { $id } = await owner(endpoint).createRow({
            ...things,
            rowId: `row${at}`,
            data: { name: `${at}` },
          });
          rows.push($id);
        }
      });
      const storedRows = inspect((database) =>
        database.prepare('SELECT _id, name FROM "rows/library/things" ORDER BY _sequence').all(),
      );
      expect(rows.length).toBeGreaterThanOrEqual(50);
      expect(storedRows.slice(0, rows.length).map((row) => row._id)).toEqual(rows);
      // The row that was being written may be stored without a response.
      expect(storedRows.length - rows.length).toBeLessThanOrEqual(1);
      for (const row of storedRows) expect(`row${row.name}`).toBe(row._id);
    },
  );
});

describe('SIGKILL in the middle of a migration', () => {
  const migrationFault = { step: { sql: 'ALTER TABLE' }, nth: 5, when: 'after', atStart: true } as const;

  it('of a new folder leaves nothing, and the next start creates everything', async () => {
    await runUntilKilled(dataDir, migrationFault);
    expect(inspect(layout)).toEqual([]);
    await openBackend({ dataDir, schema: wideSchema, apiKeys: [] }).close();
    expect(inspect(layout).length).toBeGreaterThan(20);
  });

  it('of an existing folder leaves it unchanged, with its rows', async () => {
    const running = await startBackend({ dataDir, schema: projectSchema });
    const row = { databaseId: 'library', tableId: 'categories', rowId: 'kept' };
    await owner(running.endpoint).createRow({ ...row, data: { categoryName: 'Cache' } });
    await running.stop();
    const layoutBefore = inspect(layout);
    await runUntilKilled(dataDir, migrationFault);
    expect(inspect(layout)).toEqual(layoutBefore);
    const restartedBackend = await startBackend({ dataDir, schema: wideSchema });
    expect((await owner(restartedBackend.endpoint).getRow(row)).categoryName).toBe('Cache');
    expect(inspect(layout).length).toBeGreaterThan(layoutBefore.length);
    await restartedBackend.stop();
  });
});
