import type { Json } from '../change.ts';
import { type DateText, toDateText } from '../date-text.ts';
import type { RelationshipColumn, Schema, TableSchema } from '../schema.ts';
import type { Scalar } from '../search/term.ts';
import { invalidQuery } from './query.ts';

type Kind = 'text' | 'integer' | 'float' | 'boolean' | 'datetime' | 'sequence' | 'relationship';

/** Something a query may name in a table: a column or one of the row's own `$` fields. */
export type Attribute = NonNullable<ReturnType<typeof findAttribute>>;

const system: ReadonlyMap<string, Kind> = new Map([
  ['$id', 'text'],
  ['$sequence', 'sequence'],
  ['$createdAt', 'datetime'],
  ['$updatedAt', 'datetime'],
]);

export function findAttribute(table: TableSchema, name: string) {
  const kind = system.get(name);
  if (kind) return { name, kind, array: false };
  const column = table.columns.get(name);
  return column && { name, kind: column.kind, array: column.array };
}

export function unknownAttribute(name: string): Error {
  return invalidQuery(`Invalid query: Attribute not found in schema: ${name}`);
}

/** Splits `category.categoryName` at its relationship; undefined when the path begins with none. */
export function relatedPath(
  schema: Schema,
  table: TableSchema,
  path: string,
): { column: RelationshipColumn; table: TableSchema; rest: string } | undefined {
  const dot = path.indexOf('.');
  const column = table.columns.get(path.slice(0, dot));
  if (dot < 1 || column?.kind !== 'relationship') return undefined;
  const related = schema.databases.get(table.databaseId)?.tables.get(column.relatedTable);
  return related && { column, table: related, rest: path.slice(dot + 1) };
}

/** The value as the database holds it. Throws when it is not of the attribute's type. */
export function toStored(attribute: Attribute, path: string, value: Json): Scalar {
  const stored = convert(attribute.kind, value);
  if (stored === undefined)
    throw invalidQuery(`Invalid query: Query value is invalid for attribute "${path}"`);
  return stored;
}

function convert(kind: Kind, value: Json): Scalar | DateText | undefined {
  switch (kind) {
    case 'text':
    case 'relationship':
      return typeof value === 'string' ? value : undefined;
    case 'datetime':
      return typeof value === 'string' ? toDateText(value) : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'float':
      return typeof value === 'number' ? value : undefined;
    case 'integer':
      return Number.isInteger(value) && Math.abs(value as number) < 2 ** 63 ? (value as number) : undefined;
    case 'sequence':
      // Written as a text or a number, by the version of the SDK.
      return typeof value !== 'object' && /^\d{1,15}$/.test(`${value}`) ? Number(value) : undefined;
  }
}
