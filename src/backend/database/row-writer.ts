import { ApiError } from '#http/api-error.ts';
import { writeAside } from '../library-version.ts';
import { keysSql, rankings } from './collated-columns.ts';
import { storedWords } from './folded-text.ts';
import { foldedColumn, quoted, systemColumns, tableName } from './names.ts';
import type { OpenTable } from './open-table.ts';
import { givePlaces } from './places.ts';
import { findRow, type StoredRow } from './row-reader.ts';
import { addEntries, narrowingRelationships, recount, removeEntries } from './search-entries.ts';
import { statement } from './statements.ts';
import { enterWholeWords } from './whole-words.ts';

type Value = string | number | null;
/** SQL columns and their new values; the keys are the schema's columns and the row's own `_` columns. */
type StoredValues = ReadonlyMap<string, Value>;

/** Adds a row and returns it. Throws 409 when a unique index has its values already. */
export function insertRow(table: OpenTable, values: StoredValues): StoredRow {
  const given = new Map([...values, ...storedWords(table, Object.fromEntries(values))]);
  const columns = Array.from(given.keys(), quoted).join(', ');
  const marks = Array(given.size).fill('?').join(', ');
  const sql = `INSERT INTO ${tableName(table)} (${columns}, _version) VALUES (${marks}, 1)`;
  return write(table, String(values.get('_id')), undefined, sql, [...given.values()]);
}

/** Changes a row and returns it as it is now. Throws 409 when a unique index has its values already. */
export function changeRow(table: OpenTable, id: string, values: StoredValues): StoredRow {
  const before = rowNow(table, id);
  const whole = { ...before, ...Object.fromEntries(values) };
  const given = new Map([...values, ...storedWords(table, whole)]);
  const changes = Array.from(given.keys(), (column) => `${quoted(column)} = ?`).join(', ');
  const sql = `UPDATE ${tableName(table)} SET ${changes}, _version = _version + 1 WHERE _id = ?`;
  return write(table, id, before, sql, [...given.values(), id]);
}

export function removeRow(table: OpenTable, id: string): void {
  const row = findRow(table, id);
  counted(table, () => {
    statement(table.database, `DELETE FROM ${tableName(table)} WHERE _id = ?`).run(id);
    reindexRow(table, row);
  });
}

const SQLITE_CONSTRAINT_UNIQUE = 2067;

function write(table: OpenTable, id: string, before: StoredRow | undefined, sql: string, values: Value[]) {
  return counted(table, () => {
    try {
      statement(table.database, sql).run(...values);
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_CONSTRAINT_UNIQUE) throw error;
      throw new ApiError('row_unique_constraint_violation');
    }
    const keys = keysSql(table);
    if (keys) statement(table.database, `UPDATE ${tableName(table)} SET ${keys} WHERE _id = ?`).run(id);
    // Read by itself: a statement that writes and returns rows makes FTS5 put on the disk what it has gathered.
    const after = rowNow(table, id);
    reindexRow(table, before, after);
    return after;
  });
}

/** Writes to a table; aside where it holds lessons' texts, or is the program's own, which only keys read. */
function counted<Result>(table: OpenTable, write: () => Result): Result {
  const isAside = foldedColumn(table) !== undefined || table.databaseId === '';
  return isAside ? writeAside(table.database, write) : write();
}

function rowNow(table: OpenTable, id: string): StoredRow {
  const row = findRow(table, id);
  if (!row) throw new Error('a row that is written is not there');
  return row;
}

/** Brings the orders and the search of a table up to a row as it was stored, if it was there, and as it is now, if it is. */
function reindexRow(table: OpenTable, before?: StoredRow, after?: StoredRow): void {
  if (before) enterWholeWords(table, before, 'delete');
  if (after) enterWholeWords(table, after, 'add');
  const orders = rankings(table).map(({ attribute }) => systemColumns.get(attribute) ?? attribute);
  const relationships = narrowingRelationships(table).map(({ key }) => key);
  if (![...orders, ...relationships].some((column) => before?.[column] !== after?.[column])) return;
  if (before) removeEntries(table, before);
  if (after) addEntries(table, givePlaces(table, after));
  recount(table, before ? [before] : [], after ? [after] : []);
}
