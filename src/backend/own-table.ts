import type { Column, TableSchema } from './schema.ts';

type Kind = 'text' | 'integer' | 'boolean' | 'datetime';

const plain = { required: false, array: false, default: null } as const;

function columnOf(key: string, kind: Kind): Column {
  if (kind === 'text') return { ...plain, key, kind, size: 4096, format: 'plain', elements: [] };
  return kind === 'integer' ? { ...plain, key, kind, min: null, max: null } : { ...plain, key, kind };
}

/** A table of the program itself, which no schema file can name, so that what it keeps is read and listed as rows are. */
export function ownTable(id: string, columns: Readonly<Record<string, Kind>>): TableSchema {
  return {
    id,
    databaseId: '',
    name: id,
    enabled: true,
    rowSecurity: false,
    permissions: [],
    columns: new Map(Object.entries(columns).map(([key, kind]) => [key, columnOf(key, kind)])),
    indexes: [],
  };
}
