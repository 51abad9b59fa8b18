import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Schema } from '../schema.ts';
import { registerCollation } from './collation-functions.ts';
import { migrate } from './migrations.ts';

/**
 * Opens (and on the first start makes) `<dataDir>/minbar.db` and brings it up to the program and the schema.
 * Throws a sentence for a file of another program, of a newer Minbar, or with a column of another type.
 */
export function openDatabase(dataDir: string, schema: Schema): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o750 });
  const path = join(dataDir, 'minbar.db');
  const database = new DatabaseSync(path, {
    timeout: 5000,
    defensive: true,
    enableForeignKeyConstraints: true,
  });
  try {
    chmodSync(path, 0o600);
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA trusted_schema = OFF;
    `);
    registerCollation(database);
    migrate(database, schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
