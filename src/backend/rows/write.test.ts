import { beforeEach, expect, it } from 'vitest';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { createCache } from '../cache.ts';
import { type Change, createChangeFeed } from '../context.ts';
import { openDatabase } from '../db/migrations.ts';
import { openTables, transactionTable } from '../db/tables.ts';
import { listTables, toSchema } from '../schema.ts';
import { runUnitOfWork, saveRow } from './write.ts';

const unopenedSchema = toSchema({
  projectId: 'p',
  tablesDB: [{ $id: 'd' }],
  tables: [{ $id: 't', databaseId: 'd', columns: [{ key: 'text', type: 'longtext' }] }],
});

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});

it('rolls back a write on a full disk without an event, and accepts the next write', () => {
  const database = openDatabase(dataDir, unopenedSchema);
  const schema = openTables(unopenedSchema, database);
  const transactions = transactionTable(database);
  const [table] = listTables(schema);
  if (!table) throw new Error('the schema has no table');
  const changes = createChangeFeed();
  const emittedChanges: Change[] = [];
  changes.subscribe((change) => emittedChanges.push(change));
  const log = { flush: async () => {}, close: async () => {} };
  const cache = createCache(() => 1);
  const backend = { database, log, schema, transactions, changes, cache, dataDir };
  const write = (count: number, size: number) =>
    runUnitOfWork(backend, (work) => {
      for (let at = 0; at < count; at += 1)
        saveRow(work, table, `row${at}`, 'create', { data: { text: 'x'.repeat(size) } });
    });
  const count = () => database.prepare('SELECT count(*) AS rows FROM "rows/d/t"').get()?.rows;

  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  database.exec(`PRAGMA max_page_count = ${pages + 100}`);
  expect(() => write(10, 100_000)).toThrow(expect.objectContaining({ errcode: 13 }));
  expect([count(), emittedChanges]).toEqual([0, []]);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  write(1, 10);
  expect([count(), emittedChanges.map((change) => change.action)]).toEqual([1, ['create']]);
  database.close();
});
