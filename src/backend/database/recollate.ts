import type { DatabaseSync } from 'node:sqlite';
import { foldVersion } from '#contract/collation/fold.ts';
import { searchKey } from '#contract/collation/search-key.ts';
import { sortKey, sortVersion } from '#contract/collation/sort-key.ts';
import type { TableSchema } from '../schema.ts';
import {
  collatedColumns,
  placeColumn,
  rankings,
  searchColumn,
  searchedColumns,
  sortColumn,
} from './collated-columns.ts';
import { recount } from './count-entries.ts';
import { quoted, tableName } from './names.ts';
import { givePlacesAnew } from './places.ts';
import type { StoredRow } from './row-reader.ts';
import { addEntries, narrowingRelationships } from './search-entries.ts';
import { countTables, searchTables } from './search-table.ts';
import { statement } from './statements.ts';

/** Raise it when keys, places or entries are kept in another way, the rules of the collation being the same. */
const keepingVersion = 3;

/**
 * Makes the keys, places and search entries of every table anew whose were made by other rules, or for other
 * columns. Runs inside the migration, so that a crash leaves the old ones. `tell` is told the share that is done.
 */
export function recollate(
  database: DatabaseSync,
  tables: readonly TableSchema[],
  tell: (done: number) => void,
): void {
  const kept = tables.filter((table) => rankings(table).length > 0);
  // A table that was not kept for a while must not pass for one that was.
  database
    .prepare(
      `DELETE FROM meta WHERE name LIKE 'collation/%' AND name NOT IN (SELECT value FROM json_each(?))`,
    )
    .run(JSON.stringify(kept.map(metaName)));
  const old = kept.filter((table) => keptAs(database, table) !== keeping(table));
  const passed = progress(database, old, tell);
  for (const table of old) {
    makeKeys(database, table, passed);
    givePlacesAnew(database, table);
    makeEntries(database, table, passed);
    makeCounts(database, table, passed);
    database
      .prepare(
        'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      )
      .run(metaName(table), keeping(table));
  }
}

type Passed = (rows: readonly StoredRow[]) => void;

/** Counts the rows of all passes over the tables. */
function progress(
  database: DatabaseSync,
  tables: readonly TableSchema[],
  tell: (done: number) => void,
): Passed {
  let [all, done] = [0, 0];
  for (const table of tables) {
    const passes = 1 + orderedBy(table).length + (countTables(table).length > 0 ? 1 : 0);
    all += passes * Number(database.prepare(`SELECT count(*) AS n FROM ${tableName(table)}`).get()?.n);
  }
  return ({ length }) => {
    done += length;
    if (length > 0) tell(done / all);
  };
}

/** The columns whose orders have entries. */
const orderedBy = (table: TableSchema): string[] => [
  ...new Set(searchTables(table).map(({ order }) => order.attribute)),
];

function metaName(table: TableSchema): string {
  return `collation/${table.databaseId}/${table.id}`;
}

function keptAs(database: DatabaseSync, table: TableSchema): unknown {
  return database.prepare('SELECT value FROM meta WHERE name = ?').get(metaName(table))?.value;
}

/** By what rules, and of what, a table's keys, places and entries are kept. */
function keeping(table: TableSchema): string {
  return JSON.stringify({
    versions: [foldVersion, sortVersion, keepingVersion],
    columns: collatedColumns(table),
    searched: searchedColumns(table),
    narrowing: narrowingRelationships(table),
  });
}

function makeKeys(database: DatabaseSync, table: TableSchema, passed: Passed): void {
  const columns = collatedColumns(table);
  const changes = columns
    .map((key) => `${quoted(searchColumn(key))} = ?, ${quoted(sortColumn(key))} = ?`)
    .join(', ');
  const update = statement(database, `UPDATE ${tableName(table)} SET ${changes} WHERE _sequence = ?`);
  for (const rows of portions(database, table, '_sequence', passed))
    for (const row of rows) {
      const keys = columns.flatMap((key) => {
        const text = row[key];
        return typeof text === 'string' ? [searchKey(text), sortKey(text)] : [null, null];
      });
      update.run(...keys, row._sequence ?? null);
    }
}

function makeEntries(database: DatabaseSync, table: TableSchema, passed: Passed): void {
  const tables = searchTables(table);
  const names = tables.flatMap(({ long, short }) => [long, short]);
  for (const name of names) command(database, name, 'delete-all');
  // One order at a time: FTS5 writes what it has gathered when an entry comes before the last one.
  for (const attribute of orderedBy(table))
    for (const rows of portions(database, table, placeColumn(attribute), passed))
      for (const row of rows) addEntries(database, table, row, attribute);
  for (const name of names) command(database, name, 'optimize');
}

function makeCounts(database: DatabaseSync, table: TableSchema, passed: Passed): void {
  const tables = countTables(table);
  for (const { words, grams } of tables)
    for (const name of [words, grams]) database.exec(`DELETE FROM ${name}`);
  const names = tables.flatMap(({ trigrams, rows }) => [trigrams, rows]);
  for (const name of names) command(database, name, 'delete-all');
  if (tables.length === 0) return;
  for (const rows of portions(database, table, '_sequence', passed)) recount(database, table, [], rows);
  for (const name of names) command(database, name, 'optimize');
}

function command(database: DatabaseSync, fullText: string, what: 'delete-all' | 'optimize'): void {
  database.exec(`INSERT INTO ${fullText} (${fullText}) VALUES ('${what}')`);
}

/** All rows of a table in the order of a column of different numbers, a portion at a time: they may be changed meanwhile. */
function* portions(
  database: DatabaseSync,
  table: TableSchema,
  column: string,
  passed: Passed,
): Generator<StoredRow[]> {
  const sql = `SELECT * FROM ${tableName(table)} WHERE ${quoted(column)} > ? ORDER BY ${quoted(column)} LIMIT 1000`;
  let last = -Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = statement(database, sql).all(last);
    yield rows;
    passed(rows);
    const end = rows.at(-1)?.[column];
    if (end === undefined) return;
    last = Number(end);
  }
}
