import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withPath } from '../data-folder.ts';
import type { Schema } from '../schema.ts';
import { registerCollation } from './collation-functions.ts';
import { migrate, olderVersion, type Upgrade } from './migrations.ts';

const quietly: Upgrade = { program: '', tell: () => {} };

/**
 * KiB of pages kept in memory at most. SQLite's own 2,000 spill to the disk while a large library is indexed; whoever reads all
 * of a library has as much kept as may be, and gains nothing over the system's own cache.
 */
const CACHE_KIB = { indexing: 64_000, serving: 8000 };

/** Bytes of a page of a new file: the text of a lesson's page would leave a third of 4,096 empty. */
const PAGE_SIZE = 8192;

/** The database file in a data folder. */
export const databasePath = (dataDir: string): string => join(dataDir, 'minbar.db');

/**
 * Opens (and on the first start makes) `<dataDir>/minbar.db` and brings it up to the program and the schema.
 * A file of an older program is copied beside itself first. Throws a sentence for a file of another program, of a newer Minbar, or with a column of another type.
 * What is committed later is on the disk once the write-ahead log was flushed.
 */
export function openDatabase(dataDir: string, schema: Schema, upgrade: Upgrade = quietly): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o750 });
  const path = databasePath(dataDir);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, {
      timeout: 5000,
      defensive: true,
      enableForeignKeyConstraints: true,
    });
    chmodSync(path, 0o600);
    database.exec(`
      PRAGMA page_size = ${PAGE_SIZE};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA trusted_schema = OFF;
      PRAGMA cache_size = -${CACHE_KIB.indexing};
    `);
    registerCollation(database);
    copyOlder(database, path, upgrade);
    migrate(database, schema, upgrade);
    database.exec(`PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${CACHE_KIB.serving}`);
    return database;
  } catch (error) {
    database?.close();
    throw withPath(error, path);
  }
}

/** Copies the file of an older program to `minbar.db.version-N` before it is changed, for a return to that. */
function copyOlder(database: DatabaseSync, path: string, { tell }: Upgrade): void {
  const version = olderVersion(database);
  const copy = `${path}.version-${version}`;
  if (version === null || existsSync(copy)) return;
  // Half a copy is no copy: it gets its name when it is whole.
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  database.prepare('VACUUM INTO ?').run(part);
  chmodSync(part, 0o600);
  renameSync(part, copy);
  tell({ copied: copy });
}
