import type { DatabaseSync } from 'node:sqlite';
import type { Schema, TableSchema } from '../schema.ts';

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
