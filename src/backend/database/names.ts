import type { Select } from '../queries/row-query.ts';
import type { TableSchema } from '../schema.ts';

/** The system columns of a row as the API calls them, and as the tables hold them. */
export const systemColumns: ReadonlyMap<string, string> = new Map([
  ['$id', '_id'],
  ['$sequence', '_sequence'],
  ['$createdAt', '_created'],
  ['$updatedAt', '_updated'],
]);

/** What every row has besides its columns, as the API calls it. */
export const ownFields: readonly string[] = [
  ...systemColumns.keys(),
  '$permissions',
  '$databaseId',
  '$tableId',
];

/** An SQL identifier. Only ids and keys of the schema file come here, never a caller's text. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The SQL table of a table. Ids hold no slash, so no two tables share a name. */
export function tableName(table: TableSchema): string {
  return quoted(`rows/${table.databaseId}/${table.id}`);
}

const longest = 16_777_215;

/** The key of a table's long text that its writer has folded (`wholeWords`): the column `search`, of the type `longtext`. */
export function foldedColumn(table: TableSchema): string | undefined {
  const column = table.columns.get('search');
  return column?.kind === 'text' && !column.array && column.size >= longest ? column.key : undefined;
}

const foldedOf = ['search', 'text', 'label'];

/** The SQL columns to read for a `select`: long texts that were not selected are not read from the disk. */
export function selectedColumns(table: TableSchema, { all, keys, related }: Select): string {
  if (all) return '*';
  const folded = foldedColumn(table);
  const made = folded !== undefined && keys.has(folded) ? foldedOf : [];
  const isRead = (key: string) => keys.has(key) || related.has(key) || made.includes(key);
  const columns = [...table.columns.keys()].filter(isRead);
  return [...systemColumns.values(), '_permissions', ...columns.map(quoted)].join(', ');
}

/** The SQL column or expression of an attribute: the allow-list. Undefined when the table has no such attribute. */
export function columnName(table: TableSchema, attribute: string): string | undefined {
  const system = systemColumns.get(attribute);
  if (system) return system;
  if (attribute === foldedColumn(table))
    return `folded_text(${foldedOf.map((key) => (table.columns.has(key) ? quoted(key) : 'NULL')).join(', ')})`;
  return table.columns.has(attribute) ? quoted(attribute) : undefined;
}
