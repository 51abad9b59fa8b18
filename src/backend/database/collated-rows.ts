import type { DatabaseSync } from 'node:sqlite';
import { searchKey } from '#contract/collation/search-key.ts';
import { sortKey } from '#contract/collation/sort-key.ts';
import type { TableSchema } from '../schema.ts';
import { collatedColumns, rankings, searchColumn, sortColumn } from './collated-columns.ts';
import { recount, recountChanged } from './count-entries.ts';
import { tableName } from './names.ts';
import { givePlaces } from './places.ts';
import type { StoredRow } from './row-reader.ts';
import { addEntries, narrowingRelationships, removeEntries } from './search-entries.ts';
import { statement } from './statements.ts';
import { addWholeWords, removeWholeWords } from './whole-words.ts';

/** SQL columns and their new values; the keys are the schema's columns and the row's own `_` columns. */
export type StoredValues = ReadonlyMap<string, string | number | null>;

/** What is stored beside the texts among `values`: their search and sort keys, by column. */
export function collatedValues(
  table: TableSchema,
  values: StoredValues,
): Map<string, string | Uint8Array | null> {
  const keys = new Map<string, string | Uint8Array | null>();
  for (const column of collatedColumns(table)) {
    const text = values.get(column);
    if (text === undefined) continue;
    keys.set(searchColumn(column), typeof text === 'string' ? searchKey(text) : null);
    keys.set(sortColumn(column), typeof text === 'string' ? sortKey(text) : null);
  }
  return keys;
}

/** Brings a new row into the orders and the search of its table. */
export function enterRow(database: DatabaseSync, table: TableSchema, row: StoredRow): void {
  addWholeWords(database, table, row);
  if (rankings(table).length === 0) return;
  givePlaces(database, table, Number(row._sequence));
  addEntries(database, table, stored(database, table, row));
  recount(database, table, [], [row]);
}

/** Brings the orders and the search of a table up to a row that changed from `before` to `after`. */
export function reenterRow(
  database: DatabaseSync,
  table: TableSchema,
  before: StoredRow,
  after: StoredRow,
): void {
  removeWholeWords(database, table, before);
  addWholeWords(database, table, after);
  const changed = (column: string) => before[column] !== after[column];
  const moved = new Set(
    rankings(table)
      .map(({ attribute }) => attribute)
      .filter((attribute) => changed(attribute === '$createdAt' ? '_created' : attribute)),
  );
  if (moved.size === 0 && !narrowingRelationships(table).some(([, key]) => changed(key))) return;
  removeEntries(database, table, before);
  givePlaces(database, table, Number(after._sequence), moved);
  addEntries(database, table, stored(database, table, after));
  recountChanged(database, table, before, after);
}

/** Takes a removed row out of the search of its table. */
export function leaveRow(database: DatabaseSync, table: TableSchema, row: StoredRow): void {
  removeWholeWords(database, table, row);
  removeEntries(database, table, row);
  recount(database, table, [row], []);
}

function stored(database: DatabaseSync, table: TableSchema, row: StoredRow): StoredRow {
  const sql = `SELECT * FROM ${tableName(table)} WHERE _sequence = ?`;
  return statement(database, sql).get(row._sequence ?? null) ?? row;
}
