import type { DatabaseSync } from 'node:sqlite';
import type { Schema } from '../schema.ts';
import { columnName, tableName } from './names.ts';
import type { StoredRow } from './row-reader.ts';
import { statement } from './statements.ts';

/** Which rows are wanted: attributes, `$id` among them, and their values. */
export type OwnValues = Readonly<Record<string, string>>;

/** Reads rows for the program itself, in this process: nobody's permission is asked. */
export type OwnRows = (databaseId: string, tableId: string, values: OwnValues) => StoredRow[];

/** Finds the rows whose attributes have these values, oldest first; none in a table that the schema does not have. */
export function createOwnRows(database: DatabaseSync, schema: Schema): OwnRows {
  return (databaseId, tableId, values) => {
    const table = schema.databases.get(databaseId)?.tables.get(tableId);
    if (!table) return [];
    const conditions = Object.keys(values).map((key) => {
      const column = columnName(table, key);
      if (!column) throw new Error(`the table "${tableId}" has no column "${key}"`);
      return `${column} = ?`;
    });
    const sql = `SELECT * FROM ${tableName(table)} WHERE ${conditions.join(' AND ')} ORDER BY _sequence`;
    return statement(database, sql).all(...Object.values(values));
  };
}
