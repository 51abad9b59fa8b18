import type { DatabaseSync } from 'node:sqlite';
import { allTables, type Schema } from '../schema.ts';
import { storageTables } from '../storage/storage-tables.ts';
import { transactionTable } from '../transactions/transaction.ts';
import { atomically } from './atomically.ts';
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

/** The version of a file of an older program, which is copied before it is changed; else null. */
export function olderVersion(database: DatabaseSync): number | null {
  const version = pragma(database, 'user_version');
  const isOurs = pragma(database, 'application_id') === APPLICATION_ID;
  return isOurs && version < migrations.length ? version : null;
}

/** The version of the program that brings a file up to date, and a listener for its progress. */
export interface Upgrade {
  program: string;
  /** `copied` is the file as it was, before anything is changed; `done` is a share of 1, for the library's index. */
  tell(news: { copied: string } | { done: number }): void;
}

/** Brings the file to the newest version and the schema's tables, in one transaction: all of it or nothing. */
export function migrate(database: DatabaseSync, schema: Schema, { program, tell }: Upgrade): void {
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
