import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withPath } from '../data-folder/exclusive-file.ts';
import { allTables, type Schema } from '../schema.ts';
import { storageTables } from '../storage/storage-tables.ts';
import { transactionTable } from '../transactions/transaction.ts';
import { atomically } from './atomically.ts';
import { registerCollation } from './collation-functions.ts';
import { openTables } from './open-table.ts';
import { buildTables } from './table-builder.ts';

/** "MNBR": marks the database file as ours. */
const APPLICATION_ID = 0x4d4e4252;

/** The program's own tables, oldest first. Only ever append: a file's `user_version` counts the ones it has had. */
const migrations: readonly string[] = [
  `CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`,
  `CREATE TABLE staged_operations (
     transaction_id TEXT NOT NULL,
     position INTEGER NOT NULL,
     operation TEXT NOT NULL,
     PRIMARY KEY (transaction_id, position)
   ) STRICT`,
  storageTables,
  // Which program brought the file to its format.
  `INSERT INTO meta (name, value) VALUES ('program', '')`,
];

/** The data folder is of a program that is newer than this one; nothing was changed. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';
  /** The version of the program that wrote it. */
  readonly program: string;
  constructor(program: string) {
    super(
      `minbar.db was written by a newer Minbar${program && ` (${program})`}: update the program, or choose another DATA_DIR.`,
    );
    this.program = program;
  }
}

/** The version of the program that brings a file up to date, and a listener for its progress. */
export interface Upgrade {
  program: string;
  /** `copied` is the file as it was, before anything is changed; `done` is a share of 1, for the library's index. */
  tell(news: { copied: string } | { done: number }): void;
}

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
  const version = pragma(database, 'user_version');
  const copy = `${path}.version-${version}`;
  const isOlder = pragma(database, 'application_id') === APPLICATION_ID && version < migrations.length;
  if (!isOlder || existsSync(copy)) return;
  // Half a copy is no copy: it gets its name when it is whole.
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  database.prepare('VACUUM INTO ?').run(part);
  chmodSync(part, 0o600);
  renameSync(part, copy);
  tell({ copied: copy });
}

/** Brings the file to the newest version and the schema's tables, in one transaction: all of it or nothing. */
function migrate(database: DatabaseSync, schema: Schema, { program, tell }: Upgrade): void {
  atomically(database, () => {
    const version = pragma(database, 'user_version');
    const application = pragma(database, 'application_id');
    const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
    if (application !== APPLICATION_ID && (application !== 0 || !isEmpty))
      throw new Error('minbar.db in the data folder belongs to another program: choose another DATA_DIR.');
    if (version > migrations.length) {
      const row = database.prepare(`SELECT value FROM meta WHERE name = 'program'`).get();
      throw new NewerDatabase(String(row?.value ?? ''));
    }
    for (const sql of migrations.slice(version)) database.exec(sql);
    const tables = [...allTables(openTables(schema, database)), transactionTable(database)];
    buildTables(database, tables, (done) => tell({ done }));
    // An earlier Minbar noted the rules of the collation here: should it open the file again, it makes all anew.
    database.exec(`DELETE FROM meta WHERE name LIKE 'collation/%'`);
    if (version < migrations.length)
      database.prepare(`UPDATE meta SET value = ? WHERE name = 'program'`).run(program);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`);
  });
}

function pragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
