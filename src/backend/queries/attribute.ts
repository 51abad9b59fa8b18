import * as v from 'valibot';
import type { Json } from '../change.ts';
import type { OpenTable } from '../database/open-table.ts';
import { toDateText } from '../date-text.ts';
import type { TableSchema } from '../schema.ts';
import type { Scalar } from '../search/term.ts';
import { invalidQuery } from './query.ts';

const wide = 2 ** 63;
/** How a value of each kind is asked for, and what the database holds. */
const stored = {
  text: v.string(),
  relationship: v.string(),
  boolean: v.boolean(),
  float: v.number(),
  integer: v.pipe(v.number(), v.integer(), v.gtValue(-wide), v.ltValue(wide)),
  datetime: v.pipe(v.string(), v.transform(toDateText), v.string()),
  // A text or a number, by the version of the SDK.
  sequence: v.pipe(v.union([v.string(), v.number()]), v.toString(), v.regex(/^\d{1,15}$/), v.toNumber()),
};

/** Something a query may name in a table: a column or one of the row's own `$` fields. */
export type Attribute = NonNullable<ReturnType<typeof findAttribute>>;

const system: ReadonlyMap<string, keyof typeof stored> = new Map([
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
export function relatedPath(table: OpenTable, path: string) {
  const dot = path.indexOf('.');
  const column = table.columns.get(path.slice(0, dot));
  if (dot < 1 || column?.kind !== 'relationship') return undefined;
  const related = table.tables.get(column.relatedTable);
  return related && { column, table: related, rest: path.slice(dot + 1) };
}

/** The value as the database holds it. Throws when it is not of the attribute's type. */
export function toStored({ kind }: Attribute, path: string, value: Json): Scalar {
  const read = v.safeParse(stored[kind], value);
  if (read.success) return read.output;
  throw invalidQuery(`Invalid query: Query value is invalid for attribute "${path}"`);
}
