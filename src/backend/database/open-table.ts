import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { column, type Schema, type TableSchema } from '../schema.ts';
import { tableName } from './names.ts';

/** A table in the database that holds it. */
export interface OpenTable extends TableSchema {
  readonly database: DatabaseSync;
  /** The tables that it may relate to, by their ids. */
  readonly tables: ReadonlyMap<string, OpenTable>;
}

/** The schema with its tables in the database that holds them. */
export function openTables(schema: Schema, database: DatabaseSync): Schema<OpenTable> {
  const databases = Array.from(schema.databases.values(), (one) => {
    const tables = new Map<string, OpenTable>();
    for (const table of one.tables.values()) tables.set(table.id, { ...table, database, tables });
    return [one.id, { ...one, tables }] as const;
  });
  return { ...schema, databases: new Map(databases) };
}

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
