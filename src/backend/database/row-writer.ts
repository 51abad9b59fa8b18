import type { DatabaseSync } from 'node:sqlite';
import { ApiError } from '../errors.ts';
import type { TableSchema } from '../schema.ts';
import { collatedValues, enterRow, leaveRow, reenterRow, type StoredValues } from './collated-rows.ts';
import { quoted, tableName } from './names.ts';
import type { StoredRow } from './row-reader.ts';
import { statement } from './statements.ts';

/** Adds a row and returns it. Throws 409 when a unique index has its values already. */
export function insertRow(database: DatabaseSync, table: TableSchema, values: StoredValues): StoredRow {
  const all = withKeys(table, values).set('_version', 1);
  const columns = [...all.keys()].map(quoted).join(', ');
  const marks = [...all.keys()].map(() => '?').join(', ');
  const sql = `INSERT INTO ${tableName(table)} (${columns}) VALUES (${marks}) RETURNING *`;
  const row = written(() => statement(database, sql).get(...all.values()));
  enterRow(database, table, row);
  return row;
}

/** Changes a row and returns it as it is now. Throws 409 when a unique index has its values already. */
export function changeRow(
  database: DatabaseSync,
  table: TableSchema,
  id: string,
  values: StoredValues,
): StoredRow {
  const all = withKeys(table, values);
  const changes = [...all.keys()].map((column) => `${quoted(column)} = ?`);
  const sql = `UPDATE ${tableName(table)} SET ${[...changes, '_version = _version + 1'].join(', ')} WHERE _id = ? RETURNING *`;
  const before = statement(database, `SELECT * FROM ${tableName(table)} WHERE _id = ?`).get(id);
  const after = written(() => statement(database, sql).get(...all.values(), id));
  if (before) reenterRow(database, table, before, after);
  return after;
}

export function removeRow(database: DatabaseSync, table: TableSchema, id: string): void {
  const sql = `DELETE FROM ${tableName(table)} WHERE _id = ? RETURNING *`;
  const row = statement(database, sql).get(id);
  if (row) leaveRow(database, table, row);
}

function withKeys(
  table: TableSchema,
  values: StoredValues,
): Map<string, string | number | Uint8Array | null> {
  return new Map<string, string | number | Uint8Array | null>([...values, ...collatedValues(table, values)]);
}

const SQLITE_CONSTRAINT_UNIQUE = 2067;

function written(write: () => StoredRow | undefined): StoredRow {
  try {
    const row = write();
    if (row === undefined) throw new Error('a row that was written is not there');
    return row;
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_CONSTRAINT_UNIQUE) throw error;
    throw new ApiError('row_unique_constraint_violation');
  }
}
