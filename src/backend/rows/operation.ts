import type { Json } from '../change.ts';
import type { OpenTable } from '../database/open-table.ts';
import type { StoredRow } from '../database/row-reader.ts';
import { ApiError } from '../errors.ts';
import { EVERY_ROW, planRows } from '../queries/plan.ts';
import { newId } from '../request/ids.ts';
import { isObject } from '../request/json-body.ts';
import { toQueries } from '../request/query-params.ts';
import { relationships, type TableSchema } from '../schema.ts';
import { askRows } from '../search/question.ts';
import { EVERY_ROW_SQL } from '../search/term-sql.ts';
import { countColumn } from './counter.ts';
import type { Work } from './work.ts';
import { deleteRow, type Input, saveRow } from './write-row.ts';

const single = ['create', 'update', 'upsert', 'delete', 'increment', 'decrement'] as const;
const bulk = {
  bulkCreate: 'create',
  bulkUpdate: 'update',
  bulkUpsert: 'upsert',
  bulkDelete: 'delete',
} as const;
type BulkAction = keyof typeof bulk;
export type OperationAction = (typeof single)[number] | BulkAction;
export const operationActions = [...single, ...(Object.keys(bulk) as BulkAction[])];

/** One write to a table: done at once, or kept as JSON in a transaction. Source: docs/rules.md#row-writes. */
export interface Operation extends Omit<Input, 'data'> {
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
}

export function isBulk(action: OperationAction): action is BulkAction {
  return Object.hasOwn(bulk, action);
}

/** Refuses a bulk write to a table that relates to another, as Appwrite does. Source: docs/rules.md#bulk-writes. */
export function refuseRelationships(table: TableSchema, action: OperationAction): void {
  if (!isBulk(action) || relationships(table).length === 0) return;
  const noun = action === 'bulkCreate' ? 'columns' : 'attributes';
  throw new ApiError(
    'general_bad_request',
    `Bulk ${bulk[action]} is not supported for tablesDB with relationship ${noun}`,
  );
}

/** Rows that one write may bring. */
export const MAX_ROWS = 100;

/** The rows of a bulk write with the ids they will have. Throws the refusal when they are no list of as many objects as there may be. */
export function rowsWithIds(rows: Json, refusal: () => ApiError): { [key: string]: Json }[] {
  if (!Array.isArray(rows) || rows.length > MAX_ROWS || !rows.every(isObject)) throw refusal();
  return rows.map((row) => ({ ...row, $id: newId('$id', row.$id === undefined ? 'unique()' : row.$id) }));
}

/** Does an operation and returns the rows it wrote or removed. Throws what the single writes throw. */
export function perform(work: Work, table: OpenTable, operation: Operation): StoredRow[] {
  const { action, rowId, permissions, asOf } = operation;
  const fields = isObject(operation.data) ? operation.data : {};
  const rows = Array.isArray(operation.data) ? operation.data.filter(isObject) : [];
  const found = () => {
    const query = planRows(toQueries(fields.queries), table, EVERY_ROW);
    return askRows(table, query, EVERY_ROW_SQL).page();
  };
  switch (action) {
    case 'create':
    case 'update':
    case 'upsert':
      return [saveRow(work, table, rowId, action, { data: fields, permissions, asOf })];
    case 'delete':
      return [deleteRow(work, table, rowId, asOf)];
    case 'increment':
    case 'decrement':
      return [countColumn(work, table, rowId, action, fields)];
    case 'bulkCreate':
    case 'bulkUpsert':
      return rows.map((data) => saveRow(work, table, String(data.$id), bulk[action], { data }));
    case 'bulkUpdate': {
      const data = isObject(fields.data) ? fields.data : {};
      return found().flatMap((before) => {
        const after = saveRow(work, table, String(before._id), 'update', { data });
        return before._version === after._version ? [] : [after];
      });
    }
    case 'bulkDelete':
      return found().map((row) => deleteRow(work, table, String(row._id)));
  }
}
