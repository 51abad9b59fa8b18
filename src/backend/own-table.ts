import * as v from 'valibot';
import { column, type TableSchema } from './schema.ts';

type Kind = 'text' | 'integer' | 'boolean' | 'datetime';

/** A table of the program itself, which no schema file can name, so that what it keeps is read and listed as rows are. */
export function ownTable(id: string, columns: Readonly<Record<string, Kind>>): TableSchema {
  return {
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
