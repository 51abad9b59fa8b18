import type { SQLOutputValue } from 'node:sqlite';
import type { Schema } from '../schema.ts';
import { asWritten } from './folded-text.ts';
import { columnName, tableName } from './names.ts';
import type { OpenTable } from './open-table.ts';
import { statement } from './statements.ts';

/** A row as its SQL table holds it: `_id`, `_sequence`, `_created`, `_updated`, `_permissions`, `_version`, columns. */
export type StoredRow = Record<string, SQLOutputValue>;

/** The row of an id, as it was written. */
export function findRow(table: OpenTable, id: string): StoredRow | undefined {
  const row = statement(table.database, `SELECT * FROM ${tableName(table)} WHERE _id = ?`).get(id);
  return asWritten(table, row);
}

export function findRows(table: OpenTable, ids: readonly string[]): StoredRow[] {
  const sql = `SELECT * FROM ${tableName(table)} WHERE _id IN (SELECT value FROM json_each(?))`;
  return statement(table.database, sql).all(JSON.stringify(ids));
}

/** Reads rows for the program itself, in this process, by attributes and their values: permissions are not checked. */
export type OwnRows = ReturnType<typeof createOwnRows>;

/** Finds the rows whose attributes have these values, oldest first; none in a table that the schema does not have. */
export function createOwnRows(schema: Schema<OpenTable>) {
  return (databaseId: string, tableId: string, values: Readonly<Record<string, string>>): StoredRow[] => {
    const table = schema.databases.get(databaseId)?.tables.get(tableId);
    if (!table) return [];
    const conditions = Object.keys(values).map((key) => {
      const column = columnName(table, key);
      if (!column) throw new Error(`the table "${tableId}" has no column "${key}"`);
      return `${column} = ?`;
    });
    const sql = `SELECT * FROM ${tableName(table)} WHERE ${['TRUE', ...conditions].join(' AND ')} ORDER BY _sequence`;
    return statement(table.database, sql).all(...Object.values(values));
  };
}
