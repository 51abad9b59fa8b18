import type { Json } from '../change.ts';
import { ownFields } from '../database/names.ts';
import { ApiError } from '../errors.ts';
import { CUSTOM_ID_RULE, isId } from '../request/ids.ts';
import { isObject, permissionsParam } from '../request/json-body.ts';
import { type Column, relationships, type TableSchema } from '../schema.ts';
import { checkValue, invalidRow, type StoredValue } from './column-value.ts';

/** What a caller wants written, by the names of SQL columns and checked against the table, but for the rows it relates to. */
export type RowData = ReturnType<typeof toRowData>;

/** `$collectionId` is what Appwrite called `$tableId` before: rows that were read then are sent back with it. */
const allowed = [...ownFields, '$collectionId'];
/** The dates that a caller may give are checked as those of columns. */
const date = { kind: 'datetime', required: false, array: false, default: null } as const;
const dates = [
  ['_created', { ...date, key: '$createdAt' }],
  ['_updated', { ...date, key: '$updatedAt' }],
] as const;

/**
 * Checks the `data` of a request. `whole` wants every required column and fills in defaults, as for a new row;
 * otherwise only what is given counts. Throws 400 `row_invalid_structure` as docs/rules.md#structure-of-a-row says.
 */
export function toRowData(table: TableSchema, data: { [key: string]: Json }, need: 'new' | 'whole' | 'part') {
  const given = new Map(Object.entries(data));
  const related = relationships(table)
    .filter((column) => given.has(column.key))
    .map((column) => ({ column, value: given.get(column.key) ?? null }));
  for (const { value } of related) checkRelated(value);
  const wanted = (column: Column) => given.get(column.key) ?? (need === 'new' ? column.default : null);
  for (const column of table.columns.values()) {
    const isAsked = column.required && (need !== 'part' || given.has(column.key));
    if (isAsked && wanted(column) === null) throw invalidRow(`Missing required attribute "${column.key}"`);
  }
  for (const key of given.keys()) {
    if (!table.columns.has(key) && !allowed.includes(key)) throw invalidRow(`Unknown attribute: "${key}"`);
  }
  const values = new Map<string, StoredValue>();
  for (const column of table.columns.values()) {
    if (column.kind === 'relationship' || (!given.has(column.key) && need !== 'new')) continue;
    const value = wanted(column);
    values.set(column.key, value === null ? null : checkValue(column, value));
  }
  const permissions = permissionsParam(given.get('$permissions'));
  if (permissions) values.set('_permissions', JSON.stringify(permissions));
  for (const [stored, column] of dates) {
    const value = given.get(column.key) ?? null;
    if (value !== null) values.set(stored, checkValue(column, value));
  }
  return { values, related };
}

/** Throws 400 for what may not stand in a relationship column. */
function checkRelated(value: Json): void {
  const wrong = (problem: string) => new ApiError('relationship_value_invalid', problem);
  if (value === null) return;
  if (Array.isArray(value))
    throw wrong('Invalid relationship value. Must be either a document ID or a document, array given.');
  const isRow = isObject(value) && Object.keys(value).length > 0;
  if (!isRow && typeof value !== 'string')
    throw wrong('Relationship value must be an object, document ID string, or associative array');
  const isNew = isRow && (value.$id === undefined || value.$id === 'unique()');
  if (!isNew && !isId(isRow ? value.$id : value)) throw wrong(CUSTOM_ID_RULE);
}
