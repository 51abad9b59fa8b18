import type { Json } from '../change.ts';
import type { OpenTable } from '../database/open-table.ts';
import { findRow, type StoredRow } from '../database/row-reader.ts';
import { insertRow } from '../database/row-writer.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../request/ids.ts';
import { isObject } from '../request/json-body.ts';
import type { StoredValue } from './column-value.ts';
import { type RowData, toRowData } from './row-data.ts';
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
  const given = toRowData(table, data, before ? (action === 'update' ? 'part' : 'whole') : 'new');
  if (found && !before) throw new ApiError('row_already_exists', { id });
  if (before) refuseNewer(before, asOf);
  const values = new Map<string, StoredValue>([
    ...given.values,
    ...relate(work, table, given.related),
    ...(permissions ? [['_permissions', JSON.stringify(permissions)] as const] : []),
  ]);
  if (before) {
    const differing = [...values].filter(([column, value]) => before[column] !== value);
    return differing.length === 0 ? before : rewriteRow(work, table, id, differing, action);
  }
  const own = { _id: id, _created: work.now, _updated: work.now, _permissions: '[]' };
  const row = insertRow(table, new Map([...Object.entries(own), ...values]));
  noteChange(work, action, table, row);
  return row;
}

/**
 * The ids to store in relationship columns. A row given as an object is written first: changed when its `$id` exists,
 * else added. An id alone is taken as it is, even when no row has it. Source: docs/rules.md#rows.
 */
function relate(work: Work, { tables }: OpenTable, related: RowData['related']) {
  return related.map(({ column, value }): [column: string, id: string | null] => {
    if (!isObject(value)) return [column.key, value === null ? null : String(value)];
    const other = tables.get(column.relatedTable);
    if (!other) throw new Error('a relationship to a table that the schema does not have');
    const id = newId('$id', value.$id ?? 'unique()');
    saveRow(work, other, id, findRow(other, id) ? 'update' : 'create', { data: value });
    return [column.key, id];
  });
}

/** Throws 409 when the row was written after the caller's copy of it. */
export function refuseNewer(row: StoredRow, asOf: string | undefined): void {
  if (asOf !== undefined && String(row._updated) > asOf) throw new ApiError('row_update_conflict');
}
