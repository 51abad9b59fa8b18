import { ApiError } from '../errors.ts';
import { writeAside } from '../library-version.ts';
import type { TableSchema } from '../schema.ts';
import { collatedValues, reindexRow, type StoredValues } from './collated-rows.ts';
import { storedWords } from './folded-text.ts';
import { foldedColumn, quoted, tableName } from './names.ts';
import type { OpenTable } from './open-table.ts';
import { findRow, type StoredRow } from './row-reader.ts';
import { statement } from './statements.ts';

/** Adds a row and returns it. Throws 409 when a unique index has its values already. */
export function insertRow(table: OpenTable, values: StoredValues): StoredRow {
  const all = withKeys(table, values, Object.fromEntries(values)).set('_version', 1);
  const columns = [...all.keys()].map(quoted).join(', ');
  const marks = [...all.keys()].map(() => '?').join(', ');
  const sql = `INSERT INTO ${tableName(table)} (${columns}) VALUES (${marks})`;
  return counted(table, () => {
    written(() => statement(table.database, sql).run(...all.values()));
    const row = rowNow(table, String(values.get('_id')));
    reindexRow(table, undefined, row);
    return row;
  });
}

/** Changes a row and returns it as it is now. Throws 409 when a unique index has its values already. */
export function changeRow(table: OpenTable, id: string, values: StoredValues): StoredRow {
  const before = rowNow(table, id);
  const all = withKeys(table, values, { ...before, ...Object.fromEntries(values) });
  const changes = [...all.keys()].map((column) => `${quoted(column)} = ?`);
  const sql = `UPDATE ${tableName(table)} SET ${[...changes, '_version = _version + 1'].join(', ')} WHERE _id = ?`;
  return counted(table, () => {
    written(() => statement(table.database, sql).run(...all.values(), id));
    const after = rowNow(table, id);
    reindexRow(table, before, after);
    return after;
  });
}

export function removeRow(table: OpenTable, id: string): void {
  const row = findRow(table, id);
  counted(table, () => {
    statement(table.database, `DELETE FROM ${tableName(table)} WHERE _id = ?`).run(id);
    reindexRow(table, row);
  });
}

/** Writes to a table; aside where it holds lessons' texts, or is the program's own, which only keys read. */
function counted<Result>(table: OpenTable, write: () => Result): Result {
  const isAside = foldedColumn(table) !== undefined || table.databaseId === '';
  return isAside ? writeAside(table.database, write) : write();
}

/** Read by itself: a statement that writes and returns rows makes FTS5 put on the disk what it has gathered. */
function rowNow(table: OpenTable, id: string): StoredRow {
  const row = findRow(table, id);
  if (!row) throw new Error('a row that is written is not there');
  return row;
}

/** The SQL columns to write for some values of a row; `whole` is the row with them. */
function withKeys(
  table: TableSchema,
  values: StoredValues,
  whole: StoredRow,
): Map<string, string | number | Uint8Array | null> {
  return new Map<string, string | number | Uint8Array | null>([
    ...values,
    ...collatedValues(table, values),
    ...storedWords(table, whole),
  ]);
}

const SQLITE_CONSTRAINT_UNIQUE = 2067;

function written<Result>(write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_CONSTRAINT_UNIQUE) throw error;
    throw new ApiError('row_unique_constraint_violation');
  }
}
