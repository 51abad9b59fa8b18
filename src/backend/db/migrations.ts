import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withPath } from '../data-folder.ts';
import { listTables, type Schema, type TableSchema } from '../schema.ts';
import { registerFunctions } from './functions.ts';
import { runAtomically, sqliteCodeOf } from './sqlite.ts';
import { buildTables, type OpenTable, openTables, PAGE_SIZE, tableName, transactionTable } from './tables.ts';
import { MAX_WAL_PAGES } from './wal.ts';

/** "MNBR": identifies our database files. */
const APPLICATION_ID = 0x4d4e4252;

/** The tables of the file store, as the third migration creates them. */
export const storageTables = `CREATE TABLE storage_buckets (
   id TEXT PRIMARY KEY,
   created TEXT NOT NULL,
   updated TEXT NOT NULL,
   settings TEXT NOT NULL
 ) STRICT;
 CREATE TABLE storage_files (
   sequence INTEGER PRIMARY KEY AUTOINCREMENT,
   bucket_id TEXT NOT NULL REFERENCES storage_buckets (id) ON DELETE RESTRICT,
   id TEXT NOT NULL,
   created TEXT NOT NULL,
   updated TEXT NOT NULL,
   permissions TEXT NOT NULL,
   name TEXT NOT NULL,
   folder TEXT NOT NULL,
   size INTEGER NOT NULL,
   chunks_total INTEGER NOT NULL,
   chunks_uploaded INTEGER NOT NULL DEFAULT 0,
   mime_type TEXT NOT NULL DEFAULT '',
   signature TEXT NOT NULL DEFAULT '',
   sha256 TEXT NOT NULL DEFAULT '',
   UNIQUE (bucket_id, id)
 ) STRICT;
 CREATE TABLE storage_chunks (
   file INTEGER NOT NULL REFERENCES storage_files (sequence) ON DELETE CASCADE,
   chunk INTEGER NOT NULL,
   PRIMARY KEY (file, chunk)
 ) STRICT, WITHOUT ROWID`;

/** The publication log, the content ids of files from other clients, and the rows last written to each mirror. */
const publicationLog = `CREATE TABLE publications (
   number INTEGER PRIMARY KEY,
   at TEXT NOT NULL,
   made_by TEXT NOT NULL,
   undoes INTEGER,
   outcome TEXT NOT NULL,
   categories TEXT NOT NULL
 ) STRICT;
 CREATE TABLE published_changes (
   publication INTEGER NOT NULL REFERENCES publications (number),
   kind TEXT NOT NULL,
   lesson TEXT NOT NULL,
   before TEXT,
   after TEXT,
   former_file TEXT
 ) STRICT;
 CREATE INDEX published_changes_publication ON published_changes (publication);
 CREATE INDEX published_changes_lesson ON published_changes (lesson);
 CREATE INDEX published_changes_former_file ON published_changes (former_file);
 CREATE INDEX published_changes_changed ON published_changes (lesson) WHERE before IS NOT NULL;
 CREATE TABLE file_contents (file_id TEXT PRIMARY KEY, content_id TEXT NOT NULL) STRICT;
 CREATE TABLE mirrors (target TEXT PRIMARY KEY, rows TEXT NOT NULL) STRICT`;

/** Lets visitors list any number of files by date, because their rows are read in index order. */
const fileDates = `CREATE INDEX storage_files_created ON storage_files (bucket_id, created);
 CREATE INDEX storage_files_updated ON storage_files (bucket_id, updated)`;

/** Migrations, oldest first. Only append: `user_version` is the number of migrations applied to a file. */
const migrations: readonly string[] = [
  `CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`,
  `CREATE TABLE staged_operations (
     transaction_id TEXT NOT NULL,
     position INTEGER NOT NULL,
     operation TEXT NOT NULL,
     PRIMARY KEY (transaction_id, position)
   ) STRICT`,
  storageTables,
  // The program version that last migrated the file.
  `INSERT INTO meta (name, value) VALUES ('program', '')`,
  // One search table for titles, and another format for staged operations. Not released yet, so it can still be extended.
  `DELETE FROM meta WHERE name LIKE 'collation/%'; DELETE FROM staged_operations; ${publicationLog}; ${fileDates}`,
];

/** The data folder was written by a newer version of Minbar; nothing was changed. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';
  /** The program version that wrote the data folder; empty if it is unknown. */
  readonly program: string;
  constructor(program: string) {
    super(
      `minbar.db was written by a newer version of Minbar${program && ` (${program})`}: update the program, or choose another DATA_DIR.`,
    );
    this.program = program;
  }
}

/** The program version that migrates a file, and a listener for its progress. */
export interface Upgrade {
  program: string;
  /** `copied`: path of the copy made before any change. `share`: progress of building search indexes, from 0 to 1. */
  report(progress: { copied: string } | { share: number }): void;
}

const silentUpgrade: Upgrade = { program: '', report: () => {} };

/**
 * Maximum page cache in KiB. While a large library is indexed, SQLite's default of 2,000 spills to the disk. While serving, a larger cache
 * gains nothing over the operating system's.
 */
const CACHE_KIB = { indexing: 64_000, serving: 8000 };

/** Returns the path of the database file in a data folder. */
export const databasePath = (dataDir: string): string => join(dataDir, 'minbar.db');

/**
 * Opens `<dataDir>/minbar.db`, creating it if needed, and migrates it to this version and the schema. An older file is copied first. Throws
 * an error for the owner if the file belongs to another program or a newer Minbar, or if a column's type has changed.
 * @param pages the table that is in a separate database file
 */
export function openDatabase(
  dataDir: string,
  schema: Schema,
  upgrade: Upgrade = silentUpgrade,
  pages?: TableSchema,
): DatabaseSync {
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
    registerFunctions(database);
    const isOlder = isOlderFormat(database);
    if (isOlder) copyOlderFile(database, path, upgrade);
    migrate(database, schema, upgrade, pages);
    if (isOlder) compact(database);
    database.exec(`
      PRAGMA synchronous = NORMAL;
      PRAGMA cache_size = -${CACHE_KIB.serving};
      PRAGMA wal_autocheckpoint = ${MAX_WAL_PAGES};
    `);
    return database;
  } catch (error) {
    database?.close();
    throw withPath(error, path);
  }
}

/** Copies the file of an older version to `minbar.db.version-N` before the migration, so that the owner can return to it. */
function copyOlderFile(database: DatabaseSync, path: string, { report }: Upgrade): void {
  const copy = `${path}.version-${pragma(database, 'user_version')}`;
  if (existsSync(copy)) return;
  // The copy gets its final name only when it is complete, because an existing copy is never replaced.
  const partialCopy = `${copy}.part`;
  rmSync(partialCopy, { force: true });
  database.prepare('VACUUM INTO ?').run(partialCopy);
  chmodSync(partialCopy, 0o600);
  renameSync(partialCopy, copy);
  report({ copied: copy });
}

function isOlderFormat(database: DatabaseSync): boolean {
  const isOurs = pragma(database, 'application_id') === APPLICATION_ID;
  return isOurs && pragma(database, 'user_version') < migrations.length;
}

const SQLITE_FULL = 13;

/** Frees the space that the older format used. On a full disk the file keeps its size. */
function compact(database: DatabaseSync): void {
  try {
    database.exec('VACUUM');
  } catch (error) {
    if (sqliteCodeOf(error) !== SQLITE_FULL) throw error;
  }
}

/** Migrates the file to the newest version and the schema's tables, in one transaction. */
function migrate(
  database: DatabaseSync,
  schema: Schema,
  { program, report }: Upgrade,
  pages: TableSchema | undefined,
): void {
  runAtomically(database, () => {
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
    const isInMainFile = ({ id, databaseId }: OpenTable) =>
      id !== pages?.id || databaseId !== pages.databaseId;
    const tables = listTables(openTables(schema, database)).filter(isInMainFile);
    // Lesson pages are now in words.db, which is rebuilt from the PDFs.
    if (pages) database.exec(`DROP TABLE IF EXISTS ${tableName(pages)}`);
    buildTables(database, [...tables, transactionTable(database)], (share) => report({ share }));
    if (version < migrations.length) {
      database.exec(`UPDATE "rows//transactions" SET status = 'failed' WHERE status = 'pending'`);
      database.prepare(`UPDATE meta SET value = ? WHERE name = 'program'`).run(program);
    }
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`);
  });
}

function pragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
