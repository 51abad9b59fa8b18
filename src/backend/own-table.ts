import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { tableName } from './database/names.ts';
import type { OpenTable } from './database/open-table.ts';
import { column } from './schema.ts';

type Columns = Readonly<Record<string, 'text' | 'integer' | 'boolean' | 'datetime'>>;

/** A table of the program itself, which no schema file can name, so that what it keeps is read and listed as rows are. */
export function ownTable(database: DatabaseSync, id: string, columns: Columns): OpenTable {
  return {
    database,
    tables: new Map(),
    id,
    databaseId: '',
    name: id,
    enabled: true,
    rowSecurity: false,
    permissions: [],
    columns: new Map(Object.entries(columns).map(([key, type]) => [key, v.parse(column, { key, type })])),
    indexes: [],
  };
}

/** The same of what is kept in another form, as `select` shows it; made for the connection, and made once. */
export function ownView(database: DatabaseSync, id: string, columns: Columns, select: string): OpenTable {
  const table = ownTable(database, id, columns);
  database.exec(`CREATE TEMP VIEW IF NOT EXISTS ${tableName(table)} AS ${select}`);
  return table;
}
