import type { Json } from '../change.ts';
import type { StoredRow } from '../database/row-reader.ts';
import type { DateText } from '../date-text.ts';
import { isObject } from '../request/json-body.ts';
import { toQueries } from '../request/query-params.ts';
import type { TableSchema } from '../schema.ts';
import { createRows, deleteRows, updateRows, upsertRows } from './bulk.ts';
import { countColumn, toCount } from './counter.ts';
import { deleteRow } from './row-removal.ts';
import { createRow, updateRow, upsertRow } from './row-writes.ts';
import type { Work } from './work.ts';

export const rowActions = ['create', 'update', 'upsert', 'delete', 'increment', 'decrement'] as const;
export const bulkActions = ['bulkCreate', 'bulkUpdate', 'bulkUpsert', 'bulkDelete'] as const;
export type OperationAction = (typeof rowActions)[number] | (typeof bulkActions)[number];

/** One write to a table: done at once, or kept as JSON in a transaction. Source: docs/rules.md#row-writes. */
export interface Operation {
  readonly action: OperationAction;
  readonly databaseId: string;
  readonly tableId: string;
  /** Empty for the bulk actions. */
  readonly rowId: string;
  /**
   * create, update, upsert: the columns. increment, decrement: `{column, value?, max?, min?}`.
   * bulkCreate, bulkUpsert: the rows. bulkUpdate: `{queries?, data}`. bulkDelete: `{queries?}`.
   */
  readonly data: Json;
  readonly permissions?: string[] | undefined;
  readonly asOf?: DateText | undefined;
}

/** Does an operation and returns the rows it wrote or removed. Throws what the single writes throw. */
export function perform(work: Work, table: TableSchema, operation: Operation): StoredRow[] {
  const { action, rowId, permissions, asOf } = operation;
  const fields = isObject(operation.data) ? operation.data : {};
  const field = (name: string): Json | undefined => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  const rows = Array.isArray(operation.data) ? operation.data.filter(isObject) : [];
  const inner = field('data');
  switch (action) {
    case 'create':
      return [createRow(work, table, rowId, { data: fields, permissions })];
    case 'update':
      return [updateRow(work, table, rowId, { data: fields, permissions, asOf })];
    case 'upsert':
      return [upsertRow(work, table, rowId, { data: fields, permissions, asOf })];
    case 'delete':
      return [deleteRow(work, table, rowId, asOf)];
    case 'increment':
    case 'decrement': {
      const limit = field(action === 'increment' ? 'max' : 'min');
      return [
        countColumn(work, table, rowId, String(field('column')), toCount(action, field('value'), limit)),
      ];
    }
    case 'bulkCreate':
      return createRows(work, table, rows);
    case 'bulkUpsert':
      return upsertRows(work, table, rows);
    case 'bulkUpdate':
      return updateRows(work, table, toQueries(field('queries')), isObject(inner) ? inner : {});
    case 'bulkDelete':
      return deleteRows(work, table, toQueries(field('queries')));
  }
}
