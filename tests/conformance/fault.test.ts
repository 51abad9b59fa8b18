import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openBackend } from '#backend/backend.ts';
import { readSchema } from '#backend/schema.ts';
import { startBackend } from '../support/backend.ts';
import { owner } from '../support/clients.ts';
import { createTestFolder } from '../support/temporary-folder.ts';
import { wideSchema } from '../support/wide-schema.ts';

const child = new URL('./support/fault-child.ts', import.meta.url).pathname;
const projectSchema = readSchema(new URL('../../appwrite.config.json', import.meta.url).pathname);

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});

/** Runs the child until it kills itself; returns the signal that ended it. */
async function runUntilKilled(fault: 'transaction' | 'migration', iterations: number): Promise<unknown> {
  const childProcess = spawn(process.execPath, [child, fault, dataDir, String(iterations)], {
    stdio: 'inherit',
  });
  const [, signal] = await once(childProcess, 'exit');
  return signal;
}

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
  it.each([1, 20, 39])(
    'after %d iterations leaves nothing, and the transaction can still be committed',
    async (iterations) => {
      expect(await runUntilKilled('transaction', iterations)).toBe('SIGKILL');
      const running = await startBackend({ dataDir, schema: wideSchema });
      const tables = owner(running.endpoint);
      const things = { databaseId: 'library', tableId: 'things' };
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
    const row = { databaseId: 'library', tableId: 'things', rowId: 'a', data: { name: 'x' } };
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
  it('keeps every confirmed row once and complete', async () => {
    const childProcess = spawn(process.execPath, [child, 'writes', dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let response = '';
    for await (const text of childProcess.stdout) {
      response += text;
      if (response.split('\n').length > 50) childProcess.kill('SIGKILL');
    }
    const rows = response.split('\n').slice(0, -1);
    const storedRows = inspect((database) =>
      database.prepare('SELECT _id, name FROM "rows/library/things" ORDER BY _sequence').all(),
    );
    expect(rows.length).toBeGreaterThanOrEqual(50);
    expect(storedRows.slice(0, rows.length).map((row) => row._id)).toEqual(rows);
    // The row that was being written may be stored without a response.
    expect(storedRows.length - rows.length).toBeLessThanOrEqual(1);
    for (const row of storedRows) expect(`row${row.name}`).toBe(row._id);
  });
});

describe('SIGKILL in the middle of a migration', () => {
  it('of a new folder leaves nothing, and the next start creates everything', async () => {
    expect(await runUntilKilled('migration', 1)).toBe('SIGKILL');
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
    expect(await runUntilKilled('migration', 1)).toBe('SIGKILL');
    expect(inspect(layout)).toEqual(layoutBefore);
    const restartedBackend = await startBackend({ dataDir, schema: wideSchema });
    expect((await owner(restartedBackend.endpoint).getRow(row)).categoryName).toBe('Cache');
    expect(inspect(layout).length).toBeGreaterThan(layoutBefore.length);
    await restartedBackend.stop();
  });
});
