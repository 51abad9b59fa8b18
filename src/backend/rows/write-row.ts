import type { Json } from '../change.ts';
import { ownFields, quoted, systemColumns, tableName } from '../database/names.ts';
import type { OpenTable } from '../database/open-table.ts';
import { findRow, type StoredRow } from '../database/row-reader.ts';
import { insertRow, removeRow } from '../database/row-writer.ts';
import { statement } from '../database/statements.ts';
import { ApiError } from '../errors.ts';
import { CUSTOM_ID_RULE, isId, newId } from '../request/ids.ts';
import { isObject, permissionsParam } from '../request/json-body.ts';
import { type Column, relationships, type TableSchema } from '../schema.ts';
import { checkValue, invalidRow, type StoredValue } from './column-value.ts';
import { noteChange, rewriteRow, type Work } from './work.ts';

/** What a write brings: columns and `$` fields, and the permissions given beside them. */
export interface Input {
  readonly data: { [key: string]: Json };
  readonly permissions?: string[] | undefined;
  /** The row must not be newer than this (`dateText`). Source: docs/rules.md#row-writes. */
  readonly asOf?: string | undefined;
}

/**
 * Adds a row, changes the given columns of one, or (`upsert`) whichever is needed, with every required column given; `$updatedAt`
 * moves only when something differs. Throws 404, 409 or 400.
 */
export function saveRow(
  work: Work,
  table: OpenTable,
  id: string,
  action: 'create' | 'update' | 'upsert',
  { data, permissions, asOf }: Input,
): StoredRow {
  const found = findRow(table, id);
  if (!found && action === 'update') throw new ApiError('row_not_found', { id });
  const before = action === 'create' ? undefined : found;
  const need = before ? (action === 'update' ? 'part' : 'whole') : 'new';
  const { values, related } = toRowData(table, data, need);
  if (found && !before) throw new ApiError('row_already_exists', { id });
  if (before) refuseNewer(before, asOf);
  for (const { column, value } of related) {
    const other = table.tables.get(column.relatedTable);
    values.set(column.key, isObject(value) ? saveRelated(work, other, value) : value);
  }
  if (permissions) values.set('_permissions', JSON.stringify(permissions));
  if (before) {
    const differing = [...values].filter(([column, value]) => before[column] !== value);
    return differing.length === 0 ? before : rewriteRow(work, table, id, differing, action);
  }
  const own = { _id: id, _created: work.now, _updated: work.now, _permissions: '[]' };
  const row = insertRow(table, new Map([...Object.entries(own), ...values]));
  noteChange(work, action, table, row);
  return row;
}

/** Writes a row given as an object in a relationship: changed when its `$id` exists, else added. Returns its id. Source: docs/rules.md#rows. */
function saveRelated(work: Work, table: OpenTable | undefined, data: { [key: string]: Json }): string {
  if (!table) throw new Error('a relationship to a table that the schema does not have');
  const id = newId('$id', data.$id ?? 'unique()');
  saveRow(work, table, id, findRow(table, id) ? 'update' : 'create', { data });
  return id;
}

/** `$collectionId` is what Appwrite called `$tableId` before: rows that were read then are sent back with it. */
const allowed = [...ownFields, '$collectionId'];
/** The dates that a caller may give are checked as those of columns. */
const date = { kind: 'datetime', required: false, array: false, default: null } as const;

/**
 * Checks the `data` of a request: what is to be written, by the names of SQL columns, and what stands in relationship columns. `new` and
 * `whole` want every required column, and `new` fills in defaults; otherwise only what is given counts. Throws 400
 * `row_invalid_structure` as docs/rules.md#structure-of-a-row says.
 */
function toRowData(table: TableSchema, data: { [key: string]: Json }, need: 'new' | 'whole' | 'part') {
  const given = new Map(Object.entries(data));
  const related = relationships(table)
    .filter((column) => given.has(column.key))
    .map((column) => ({ column, value: checkRelated(given.get(column.key) ?? null) }));
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
  for (const key of ['$createdAt', '$updatedAt']) {
    const value = given.get(key) ?? null;
    if (value !== null) values.set(systemColumns.get(key) ?? key, checkValue({ ...date, key }, value));
  }
  return { values, related };
}

/** What stands in a relationship column: an id, which is taken as it is even when no row has it, or a row. Throws 400 for anything else. */
function checkRelated(value: Json): null | string | { [key: string]: Json } {
  const wrong = (problem: string) => new ApiError('relationship_value_invalid', problem);
  if (value === null) return null;
  if (Array.isArray(value))
    throw wrong('Invalid relationship value. Must be either a document ID or a document, array given.');
  const isRow = isObject(value) && Object.keys(value).length > 0;
  if (!isRow && typeof value !== 'string')
    throw wrong('Relationship value must be an object, document ID string, or associative array');
  const isNew = isRow && (value.$id === undefined || value.$id === 'unique()');
  if (!isNew && !isId(isRow ? value.$id : value)) throw wrong(CUSTOM_ID_RULE);
  return value;
}

/** Removes a row and settles the rows that refer to it as their columns' `onDelete` says. Throws 404, 409 or 403. */
export function deleteRow(work: Work, table: OpenTable, id: string, asOf?: string): StoredRow {
  const row = findRow(table, id);
  if (!row) throw new ApiError('row_not_found', { id });
  refuseNewer(row, asOf);
  // A list that grows while it is walked: a chain of cascades may be longer than the stack is deep.
  const toRemove = [{ table, id }];
  for (const next of toRemove) toRemove.push(...removeOne(work, next.table, next.id));
  return row;
}

/** Removes one row, detaches what only refers to it, and returns the rows to remove with it. */
function removeOne(work: Work, table: OpenTable, id: string): { table: OpenTable; id: string }[] {
  const row = findRow(table, id);
  // A cascade may have come round to it already.
  if (!row) return [];
  const others = referrersOf(table, id).filter((one) => one.table !== table || one.id !== id);
  if (others.some(({ column }) => column.onDelete === 'restrict'))
    throw new ApiError('row_delete_restricted');
  removeRow(table, id);
  noteChange(work, 'delete', table, row);
  for (const one of others)
    if (one.column.onDelete === 'setNull') rewriteRow(work, one.table, one.id, [[one.column.key, null]]);
  return others.filter(({ column }) => column.onDelete === 'cascade');
}

/** The rows that name this one of a table, each with the column that does. */
function referrersOf(table: OpenTable, id: string) {
  return [...table.tables.values()].flatMap((other) =>
    relationships(other)
      .filter((column) => column.relatedTable === table.id)
      .flatMap((column) => {
        const sql = `SELECT _id FROM ${tableName(other)} WHERE ${quoted(column.key)} = ?`;
        const rows = statement(table.database, sql).all(id);
        return rows.map(({ _id }) => ({ table: other, column, id: String(_id) }));
      }),
  );
}

/** Throws 409 when the row was written after the caller's copy of it. */
function refuseNewer(row: StoredRow, asOf: string | undefined): void {
  if (asOf !== undefined && String(row._updated) > asOf) throw new ApiError('row_update_conflict');
}
