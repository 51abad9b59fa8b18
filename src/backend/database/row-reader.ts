import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { TableSchema } from '../schema.ts';
import { asWritten } from './folded-text.ts';
import { tableName } from './names.ts';
import { statement } from './statements.ts';

/** A row as its SQL table holds it: `_id`, `_sequence`, `_created`, `_updated`, `_permissions`, `_version`, columns. */
export type StoredRow = Record<string, SQLOutputValue>;

/** A table and the database that holds it. */
export interface OpenTable extends TableSchema {
  readonly database: DatabaseSync;
}

/** The row of an id, as it was written. */
export function findRow(database: DatabaseSync, table: TableSchema, id: string): StoredRow | undefined {
  const row = statement(database, `SELECT * FROM ${tableName(table)} WHERE _id = ?`).get(id);
  return asWritten(table, row);
}

export function findRows(database: DatabaseSync, table: TableSchema, ids: readonly string[]): StoredRow[] {
  const sql = `SELECT * FROM ${tableName(table)} WHERE _id IN (SELECT value FROM json_each(?))`;
  return statement(database, sql).all(JSON.stringify(ids));
}

/** The row of a sequence as it is stored, with its keys and places. */
export function storedRow(table: OpenTable, sequence: SQLOutputValue | undefined): StoredRow | undefined {
  const sql = `SELECT * FROM ${tableName(table)} WHERE _sequence = ?`;
  return statement(table.database, sql).get(sequence ?? null);
}
