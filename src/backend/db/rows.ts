import { ApiError } from '#http/api-error.ts';
import { searchKey } from '#text/search-key.ts';
import { sortKey } from '#text/sort-key.ts';
import type { Schema } from '../schema.ts';
import { prepareStatement, quoteName } from './sqlite.ts';
import {
  columnName,
  KEY_END,
  listColumnNames,
  type OpenTable,
  type StoredRow,
  tableName,
  trigramRowid,
} from './tables.ts';

/** Returns the row with an id; undefined if there is none. Does not check permissions. */
export function findRow(table: OpenTable, id: string): StoredRow | undefined {
  const sql = `SELECT ${listColumnNames(table)} FROM ${tableName(table)} WHERE _id = ?`;
  return prepareStatement(table.database, sql).get(id);
}

/** Returns the rows with the given ids that exist, in no particular order. Does not check permissions. */
export function findRows(table: OpenTable, ids: readonly string[]): StoredRow[] {
  const sql = `SELECT ${listColumnNames(table)} FROM ${tableName(table)} WHERE _id IN (SELECT value FROM json_each(?))`;
  return prepareStatement(table.database, sql).all(JSON.stringify(ids));
}

/** Reads rows by attribute values for this process; permissions are not checked. */
export type RowReader = ReturnType<typeof createRowReader>;

/**
 * Creates the function that returns the rows with given attribute values, in `$sequence` order; none for an unknown table. The function
 * throws for an unknown attribute.
 */
export function createRowReader(schema: Schema<OpenTable>) {
  /** Reads only the columns of `attributes`, by default all. Fewer columns are read faster. */
  return (
    databaseId: string,
    tableId: string,
    values: Readonly<Record<string, string>>,
    attributes?: readonly string[],
  ): StoredRow[] => {
    const table = schema.databases.get(databaseId)?.tables.get(tableId);
    if (!table) return [];
    const columnOf = (key: string): string => {
      const column = columnName(table, key);
      if (!column) throw new Error(`the table "${tableId}" has no column "${key}"`);
      return column;
    };
    const conditions = Object.keys(values).map((key) => `${columnOf(key)} = ?`);
    const columns = attributes?.map(columnOf).join(', ') ?? listColumnNames(table);
    const sql = `SELECT ${columns} FROM ${tableName(table)} WHERE ${['TRUE', ...conditions].join(' AND ')} ORDER BY _sequence`;
    return prepareStatement(table.database, sql).all(...Object.values(values));
  };
}

type Value = string | number | null;
/** New values by SQL column: the schema's columns and the `_` system columns. */
type StoredValues = ReadonlyMap<string, Value>;

/** Adds a row and returns it. Throws 409 if its id or a unique value is taken, and 405 for the table of lesson pages. */
export function insertRow(table: OpenTable, values: StoredValues): StoredRow {
  refusePages(table);
  const columnValues = addKeys(table, values);
  const columns = Array.from(columnValues.keys(), quoteName).join(', ');
  const placeholders = Array(columnValues.size).fill('?').join(', ');
  const sql = `INSERT INTO ${tableName(table)} (${columns}, _version) VALUES (${placeholders}, 1)`;
  const { lastInsertRowid } = runWrite(table, sql, [...columnValues.values()]);
  const emptyColumns = Object.fromEntries(Array.from(table.columns.keys(), (key) => [key, null]));
  const row = {
    ...emptyColumns,
    ...Object.fromEntries(columnValues),
    _sequence: Number(lastInsertRowid),
    _version: 1,
  };
  indexRow(table, undefined, row);
  return row;
}

/** Updates a row and returns the new row. Throws 409 if a unique value is taken, and 405 for the table of lesson pages. */
export function changeRow(table: OpenTable, oldRow: StoredRow, values: StoredValues): StoredRow {
  refusePages(table);
  const columnValues = addKeys(table, values);
  const changes = Array.from(columnValues.keys(), (column) => `${quoteName(column)} = ?`).join(', ');
  const sql = `UPDATE ${tableName(table)} SET ${changes}, _version = _version + 1 WHERE _sequence = ?`;
  runWrite(table, sql, [...columnValues.values(), Number(oldRow._sequence)]);
  const row = { ...oldRow, ...Object.fromEntries(columnValues), _version: Number(oldRow._version) + 1 };
  indexRow(table, oldRow, row);
  return row;
}

/** Removes a row and its index entries. Throws 405 for the table of lesson pages. */
export function removeRow(table: OpenTable, row: StoredRow): void {
  refusePages(table);
  prepareStatement(table.database, `DELETE FROM ${tableName(table)} WHERE _sequence = ?`).run(
    Number(row._sequence),
  );
  indexRow(table, row);
}

/** Refuses writes to the table of lesson pages, whose rows the library writes. */
function refusePages({ pages }: OpenTable): void {
  if (pages)
    throw new ApiError(
      'general_not_implemented',
      'Lesson pages are read from their PDFs: no row of this table can be written.',
    );
}

/** Adds the search and sort keys of the written texts. */
function addKeys(table: OpenTable, values: StoredValues): Map<string, Value | Uint8Array> {
  const columnValues = new Map<string, Value | Uint8Array>();
  // SQLite stores only well-formed texts. Converting them here makes the returned row equal to the stored one.
  for (const [key, value] of values)
    columnValues.set(key, typeof value === 'string' ? value.toWellFormed() : value);
  for (const key of table.keyColumns.keys()) {
    const text = values.get(key);
    if (text === undefined) continue;
    columnValues.set(`${key}/search`, text === null ? null : searchKey(String(text)));
    columnValues.set(`${key}/sort`, text === null ? new Uint8Array() : sortKey(String(text)));
  }
  return columnValues;
}

const SQLITE_CONSTRAINT_UNIQUE = 2067;

function runWrite(table: OpenTable, sql: string, values: (Value | Uint8Array)[]) {
  try {
    return prepareStatement(table.database, sql).run(...values);
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_CONSTRAINT_UNIQUE) throw error;
    throw new ApiError('row_unique_constraint_violation');
  }
}

/** Updates the search tables: removes the entries of the old row and adds those of the new one. */
function indexRow(table: OpenTable, oldRow?: StoredRow, newRow?: StoredRow): void {
  for (const [key, { trigrams }] of table.keyColumns) {
    if (!trigrams) continue;
    const entry = (row: StoredRow = {}) => {
      const [text, sort] = [row[`${key}/search`], row[`${key}/sort`]];
      if (typeof text !== 'string' || !(sort instanceof Uint8Array)) return undefined;
      return { rowid: trigramRowid(sort, Number(row._sequence)), text: text + KEY_END };
    };
    const [oldEntry, newEntry] = [entry(oldRow), entry(newRow)];
    if (oldEntry?.text === newEntry?.text && oldEntry?.rowid === newEntry?.rowid) continue;
    // FTS5 removes an entry by its text. A table with `contentless_delete` would need only the rowid, but would leave a last rowid above
    // 2^53, on which Node's `run` throws.
    const write = prepareStatement(
      table.database,
      `INSERT INTO ${trigrams} (${trigrams}, rowid, "/key") VALUES (?, ?, ?)`,
    );
    if (oldEntry) write.run('delete', oldEntry.rowid, oldEntry.text);
    if (newEntry) write.run(null, newEntry.rowid, newEntry.text);
  }
}
