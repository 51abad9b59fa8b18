import type { Json } from '../change.ts';
import type { Schema, TableSchema } from '../schema.ts';
import { findAttribute, relatedPath, unknownAttribute } from './attribute.ts';
import { invalidQuery } from './query.ts';
import type { Select } from './row-query.ts';

/** Related rows inside related rows, at most. Source: docs/rules.md#limits. */
const MAX_DEPTH = 3;

/** Reads what `select` queries name together. Throws what docs/rules.md#query-errors names. */
export function toSelect(values: readonly Json[], schema: Schema, table: TableSchema): Select {
  if (values.length === 0) throw invalidQuery('Invalid query: No attributes selected');
  const wrong = values.find((value) => typeof value !== 'string');
  if (wrong !== undefined)
    throw invalidQuery(`Invalid query: Attribute selection must be a string, got ${debugType(wrong)}`);
  if (new Set(values).size !== values.length)
    throw invalidQuery('Invalid query: Duplicate attributes selected');
  return selectOf(values as readonly string[], schema, table, 0);
}

function selectOf(paths: readonly string[], schema: Schema, table: TableSchema, depth: number): Select {
  const all = paths.includes('*');
  const keys = new Set<string>();
  const nested = new Map<string, { table: TableSchema; paths: string[] }>();
  for (const path of paths) {
    if (path === '*' || isOwnField(path)) continue;
    const attribute = findAttribute(table, path);
    const related = attribute ? undefined : relatedPath(schema, table, path);
    if (attribute?.kind === 'relationship' && !all) throw invalidQuery(`Cannot select attributes: ${path}`);
    if (attribute) keys.add(path);
    else if (related && depth < MAX_DEPTH) {
      const { column, rest } = related;
      const known = nested.get(column.key);
      nested.set(column.key, { table: related.table, paths: [...(known?.paths ?? []), rest] });
    } else throw unknownAttribute(path.split('.', 1)[0] ?? path);
  }
  const related = [...nested].map(
    ([key, one]) => [key, selectOf(one.paths, schema, one.table, depth + 1)] as const,
  );
  return { all, keys, related: new Map(related) };
}

/** The `$` fields are part of every row, so naming one adds nothing. */
function isOwnField(path: string): boolean {
  return ['$id', '$sequence', '$createdAt', '$updatedAt', '$permissions', '$databaseId', '$tableId'].includes(
    path,
  );
}

/** PHP's short name of a type. */
function debugType(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return typeof value === 'boolean' ? 'bool' : 'array';
}
