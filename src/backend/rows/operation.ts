import { ApiError, invalidParam } from '#http/api-error.ts';
import type { Json } from '../change.ts';
import type { OpenTable, StoredRow } from '../db/tables.ts';
import { isId, isObject, newId, queriesParam } from '../http/params.ts';
import { listRows } from '../query/list.ts';
import { parseQuery } from '../query/parse.ts';
import { EVERY_ROW, planRows } from '../query/plan.ts';
import { EVERY_ROW_SQL } from '../query/sql.ts';
import { relationships, type TableSchema } from '../schema.ts';
import { countColumn, toCount } from './counter.ts';
import { deleteRow, type Input, saveRow, type Work } from './write-row.ts';

const single = ['create', 'update', 'upsert', 'delete', 'increment', 'decrement'] as const;
const bulk = {
  bulkCreate: 'create',
  bulkUpdate: 'update',
  bulkUpsert: 'upsert',
  bulkDelete: 'delete',
} as const;
type BulkAction = keyof typeof bulk;
export type OperationAction = (typeof single)[number] | BulkAction;
const operationActions = [...single, ...(Object.keys(bulk) as BulkAction[])];

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

/** Reads the `operations` of a request. Throws 400 naming what is missing or wrong. Source: docs/rules.md#transactions. */
export function toOperations(value: Json | undefined): Operation[] {
  const operations = value ?? [];
  if (!Array.isArray(operations)) throw invalid('Value must be an array of operations');
  if (operations.length === 0) throw new ApiError('general_bad_request', 'Operations array cannot be empty');
  return operations.map(toOperation);
}

function toOperation(value: Json): Operation {
  if (!isObject(value)) throw invalid('Each operation must be an object');
  const fields = new Map(Object.entries(value));
  const text = (key: string): string => {
    const given = fields.get(key) ?? null;
    if (given === null) throw invalid(`Missing required key: ${key}`);
    if (typeof given !== 'string') throw invalid(`Key '${key}' must be a string`);
    return given;
  };
  const action = operationActions.find((one) => one === text('action'));
  if (!action) throw invalid(`Key 'action' must be one of: ${operationActions.join(', ')}`);
  const databaseId = text('databaseId');
  const tableId = text('tableId');
  const rowId = toRowId(action, fields.get('rowId') ?? null);
  const data = fields.get('data') ?? null;
  if (data === null && action !== 'delete') throw invalid('Missing required key: data');
  return { action, databaseId, tableId, rowId, data: toData(action, data) };
}

function toRowId(action: OperationAction, value: Json): string {
  if (isBulk(action)) return '';
  if (value === null) throw invalid(`Key 'rowId' is required for action '${action}'`);
  if (value === 'unique()' && (action === 'create' || action === 'upsert')) return newId('rowId', value);
  if (!isId(value)) throw invalid(`Key 'rowId' is not a valid id`);
  return value;
}

function toData(action: OperationAction, data: Json): Json {
  if (action === 'delete') return {};
  if (action === 'bulkCreate' || action === 'bulkUpsert')
    return rowsWithIds(data, () => invalid(`Key 'data' must be a list of at most ${MAX_ROWS} objects`));
  if (!isObject(data)) throw invalid(`Key 'data' must be an object for action '${action}'`);
  if (action === 'bulkUpdate' || action === 'bulkDelete') queriesParam(data.queries).map(parseQuery);
  if (action === 'bulkUpdate' && !isObject(data.data))
    throw invalid(`Key 'data' must hold an object 'data' for action 'bulkUpdate'`);
  if (action === 'increment' || action === 'decrement') {
    if (typeof data.column !== 'string')
      throw invalid(`Key 'data' must hold a string 'column' for action '${action}'`);
    toCount(action, data);
  }
  return data;
}

function invalid(reason: string): ApiError {
  return invalidParam('operations', reason);
}

/** Does an operation and returns the rows it wrote or removed. Throws what the single writes throw. */
export function perform(work: Work, table: OpenTable, operation: Operation): StoredRow[] {
  const { action, rowId, data, permissions, asOf } = operation;
  const fields = isObject(data) ? data : {};
  const rows = Array.isArray(data) ? data.filter(isObject) : [];
  const found = () => {
    const query = planRows(queriesParam(fields.queries).map(parseQuery), table, EVERY_ROW);
    return listRows(table, query, EVERY_ROW_SQL).page();
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
      return rows.map((row) => saveRow(work, table, String(row.$id), bulk[action], { data: row }));
    case 'bulkUpdate': {
      const changes = isObject(fields.data) ? fields.data : {};
      return found().flatMap((before) => {
        const after = saveRow(work, table, String(before._id), 'update', { data: changes });
        return before._version === after._version ? [] : [after];
      });
    }
    case 'bulkDelete':
      return found().map((row) => deleteRow(work, table, String(row._id)));
  }
}
