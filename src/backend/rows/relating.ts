import type { Json } from '../change.ts';
import { ApiError } from '../errors.ts';
import { CUSTOM_ID_RULE, isId, newId } from '../request/ids.ts';
import { isObject } from '../request/json-body.ts';
import type { RelationshipColumn, TableSchema } from '../schema.ts';
import type { Work } from './work.ts';

const neitherRowNorId = 'Relationship value must be an object, document ID string, or associative array';

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

/** Throws 400 unless `value` may stand in a relationship column. */
export function checkRelated(value: Json): void {
  if (Array.isArray(value))
    throw wrong('Invalid relationship value. Must be either a document ID or a document, array given.');
  if (isObject(value)) {
    if (Object.keys(value).length === 0) throw wrong(neitherRowNorId);
    if (idOf(value) !== 'unique()' && !isId(idOf(value))) throw wrong(CUSTOM_ID_RULE);
  } else if (typeof value === 'string') {
    if (!isId(value)) throw wrong(CUSTOM_ID_RULE);
  } else if (value !== null) throw wrong(neitherRowNorId);
}

function relatedId(work: Work, table: TableSchema, value: Json, put: PutRow): string | null {
  if (!isObject(value)) return value === null ? null : String(value);
  const id = newId('$id', idOf(value));
  put(work, table, id, value);
  return id;
}

function idOf(row: { [key: string]: Json }): Json | undefined {
  return Object.hasOwn(row, '$id') ? row.$id : 'unique()';
}

function wrong(message: string): ApiError {
  return new ApiError('relationship_value_invalid', message);
}
