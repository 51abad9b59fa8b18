import type { Json } from '../change.ts';
import { ApiError } from '../errors.ts';
import { CUSTOM_ID_RULE, isId, newId } from '../request/ids.ts';
import { isObject } from '../request/json-body.ts';
import type { RelationshipColumn, TableSchema } from '../schema.ts';
import type { Work } from './work.ts';

/** Changes the row of that id, or adds it. */
type PutRow = (work: Work, table: TableSchema, id: string, data: { [key: string]: Json }) => void;

/**
 * The ids to store in relationship columns. A row given as an object is written first: changed when its `$id` exists,
 * else added. An id alone is taken as it is, even when no row has it. Source: docs/rules.md#rows.
 */
export function relate(
  work: Work,
  table: TableSchema,
  related: readonly { readonly column: RelationshipColumn; readonly value: Json }[],
  put: PutRow,
): [column: string, id: string | null][] {
  return related.map(({ column, value }) => {
    const other = work.schema.databases.get(table.databaseId)?.tables.get(column.relatedTable);
    if (!other) throw new Error('a relationship to a table that the schema does not have');
    return [column.key, relatedId(work, other, value, put)];
  });
}

function relatedId(work: Work, table: TableSchema, value: Json, put: PutRow): string | null {
  if (value === null) return null;
  if (typeof value === 'string') {
    if (!isId(value)) throw wrong(CUSTOM_ID_RULE);
    return value;
  }
  if (Array.isArray(value))
    throw wrong('Invalid relationship value. Must be either a document ID or a document, array given.');
  if (!isObject(value))
    throw wrong('Relationship value must be an object, document ID string, or associative array');
  const given = Object.hasOwn(value, '$id') ? value.$id : 'unique()';
  if (given !== 'unique()' && !isId(given)) throw wrong(CUSTOM_ID_RULE);
  const id = newId('$id', given);
  put(work, table, id, value);
  return id;
}

function wrong(message: string): ApiError {
  return new ApiError('relationship_value_invalid', { message });
}
