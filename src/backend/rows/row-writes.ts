import type { Action, Json } from '../change.ts';
import { findRow, type StoredRow } from '../database/row-reader.ts';
import { changeRow, insertRow } from '../database/row-writer.ts';
import type { DateText } from '../date-text.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../request/ids.ts';
import { isObject } from '../request/json-body.ts';
import type { TableSchema } from '../schema.ts';
import { type RowData, toRowData } from './row-data.ts';
import { noteChange, type Work } from './work.ts';

/** What a write brings: columns and `$` fields, and the permissions given beside them. */
export interface Input {
  readonly data: { [key: string]: Json };
  readonly permissions?: string[] | undefined;
  /** The row must not be newer than this. Source: docs/rules.md#row-writes. */
  readonly asOf?: DateText | undefined;
}

/** Adds a row. Throws 409 when the id or a unique value is taken, 400 when the data does not fit. */
export function createRow(
  work: Work,
  table: TableSchema,
  id: string,
  input: Input,
  action: Action = 'create',
): StoredRow {
  const data = toRowData(table, input.data, 'new');
  if (findRow(work.database, table, id)) throw new ApiError('row_already_exists', { id });
  const row = insertRow(
    work.database,
    table,
    new Map([
      ['_id', id],
      ['_created', data.created ?? work.now],
      ['_updated', data.updated ?? work.now],
      ['_permissions', JSON.stringify(input.permissions ?? data.permissions ?? [])],
      ...data.values,
      ...relate(work, table, data.related),
    ]),
  );
  noteChange(work, action, table, row);
  return row;
}

/** Changes the given columns of a row; `$updatedAt` moves only when something differs. Throws 404, 409 or 400. */
export function updateRow(work: Work, table: TableSchema, id: string, input: Input): StoredRow {
  const row = findRow(work.database, table, id);
  if (!row) throw new ApiError('row_not_found', { id });
  return change(work, table, row, toRowData(table, input.data, 'part'), input, 'update');
}

/** Adds the row, or changes it like `updateRow` but with every required column given again. */
export function upsertRow(work: Work, table: TableSchema, id: string, input: Input): StoredRow {
  const row = findRow(work.database, table, id);
  if (!row) return createRow(work, table, id, input, 'upsert');
  return change(work, table, row, toRowData(table, input.data, 'whole'), input, 'upsert');
}

/**
 * The ids to store in relationship columns. A row given as an object is written first: changed when its `$id` exists,
 * else added. An id alone is taken as it is, even when no row has it. Source: docs/rules.md#rows.
 */
function relate(work: Work, { databaseId }: TableSchema, related: RowData['related']) {
  return related.map(({ column, value }): [column: string, id: string | null] => {
    if (!isObject(value)) return [column.key, value === null ? null : String(value)];
    const other = work.schema.databases.get(databaseId)?.tables.get(column.relatedTable);
    if (!other) throw new Error('a relationship to a table that the schema does not have');
    const id = newId('$id', value.$id ?? 'unique()');
    const write = findRow(work.database, other, id) ? updateRow : createRow;
    write(work, other, id, { data: value });
    return [column.key, id];
  });
}

/** Throws 409 when the row was written after the caller's copy of it. */
export function refuseNewer(row: StoredRow, asOf: DateText | undefined): void {
  if (asOf !== undefined && String(row._updated) > asOf) throw new ApiError('row_update_conflict');
}

function change(
  work: Work,
  table: TableSchema,
  row: StoredRow,
  data: RowData,
  input: Input,
  action: Action,
): StoredRow {
  refuseNewer(row, input.asOf);
  const permissions = input.permissions ?? data.permissions;
  const wanted = new Map<string, string | number | null>([
    ...data.values,
    ...relate(work, table, data.related),
    ...(permissions ? [['_permissions', JSON.stringify(permissions)] as const] : []),
    ...(data.created ? [['_created', data.created] as const] : []),
    ...(data.updated ? [['_updated', data.updated] as const] : []),
  ]);
  const differing = new Map([...wanted].filter(([column, value]) => row[column] !== value));
  if (differing.size === 0) return row;
  const changed = changeRow(
    work.database,
    table,
    String(row._id),
    new Map([['_updated', work.now], ...differing]),
  );
  noteChange(work, action, table, changed);
  return changed;
}
