import { ApiError, invalidParam } from '#http/api-error.ts';
import type { Json } from '../context.ts';
import { findRow } from '../db/rows.ts';
import type { OpenTable, StoredRow } from '../db/tables.ts';
import { isObject, parseNewId } from '../http/params.ts';
import { listRows } from '../query/list.ts';
import type { Query } from '../query/parse.ts';
import { BULK_PAGE_SIZES, planRows } from '../query/plan.ts';
import { EVERY_ROW_SQL } from '../query/sql.ts';
import { relationships, type TableSchema } from '../schema.ts';
import { boundsOf } from './structure.ts';
import { deleteRow, type Fields, type Input, rewriteRow, saveRow, type UnitOfWork } from './write.ts';

/** A row of a bulk write, with the id that it will have. */
type NewRow = Fields & { $id: string };

/** A parsed write to a table: performed immediately, or stored as JSON in a transaction. Source: docs/rules.md#row-writes. */
export type Operation =
  | ({ readonly action: 'create' | 'update' | 'upsert'; readonly rowId: string } & Input)
  | { readonly action: 'delete'; readonly rowId: string; readonly asOf?: string | undefined }
  | ({ readonly action: Direction; readonly rowId: string } & Count)
  | { readonly action: 'bulkCreate' | 'bulkUpsert'; readonly rows: readonly NewRow[] }
  | { readonly action: 'bulkUpdate'; readonly queries: readonly Query[]; readonly data: Fields }
  | { readonly action: 'bulkDelete'; readonly queries: readonly Query[] };

export type Direction = 'increment' | 'decrement';

interface Count {
  readonly column: string;
  readonly by: number;
  /** The maximum value of the column after the operation; the minimum for a decrement. */
  readonly limit: number | undefined;
}

const bulkActions = {
  bulkCreate: 'create',
  bulkUpdate: 'update',
  bulkUpsert: 'upsert',
  bulkDelete: 'delete',
} as const;

export function isBulk(action: Operation['action']): action is keyof typeof bulkActions {
  return Object.hasOwn(bulkActions, action);
}

/** Refuses a bulk write to a table with relationships, as Appwrite does. Source: docs/rules.md#bulk-writes. */
export function refuseRelationships(table: TableSchema, action: Operation['action']): void {
  if (!isBulk(action) || relationships(table).length === 0) return;
  const noun = action === 'bulkCreate' ? 'columns' : 'attributes';
  throw new ApiError(
    'general_bad_request',
    `Bulk ${bulkActions[action]} is not supported for tablesDB with relationship ${noun}`,
  );
}

/** Maximum number of rows that a bulk create or upsert can send. A bulk update or delete can change more. */
export const MAX_ROWS = 100;

/** Parses the rows of a bulk write and generates missing ids. Throws `refusal()` unless they are a list of at most MAX_ROWS objects. */
export function parseRows(rows: Json, refusal: () => ApiError): NewRow[] {
  if (!Array.isArray(rows) || rows.length > MAX_ROWS || !rows.every(isObject)) throw refusal();
  return rows.map((row) => ({
    ...row,
    $id: parseNewId('$id', row.$id === undefined ? 'unique()' : row.$id),
  }));
}

/** Parses `{value, max}` or `{value, min}`; `value` is 1 by default. Throws 400, see docs/rules.md#counters. */
export function parseCount(direction: Direction, column: string, { value, ...limits }: Fields): Count {
  const by = typeof value === 'string' && value.trim() !== '' ? Number(value) : (value ?? 1);
  if (typeof by !== 'number' || Number.isNaN(by)) throw invalidParam('value', 'Value must be a valid number');
  const name = direction === 'increment' ? 'max' : 'min';
  const limit = limits[name] ?? undefined;
  if (limit !== undefined && typeof limit !== 'number')
    throw invalidParam(name, 'Value must be a valid number or null');
  if (by <= 0) throw new ApiError('general_argument_invalid', 'Value must be numeric and greater than 0');
  return { column, by, limit };
}

/** Returns the column of a counter. Throws 404 for an unknown column, 400 for one that is not a number. */
export function findCounterColumn(table: TableSchema, key: string) {
  const column = table.columns.get(key);
  if (!column) throw new ApiError('column_not_found');
  if ((column.kind !== 'integer' && column.kind !== 'float') || column.array) throw notANumberError(key);
  return column;
}

/** Performs an operation and returns its rows; a bulk update omits those that it left unchanged. Throws the errors of writes to one row. */
export function performOperation(work: UnitOfWork, table: OpenTable, operation: Operation): StoredRow[] {
  switch (operation.action) {
    case 'create':
    case 'update':
    case 'upsert':
      return [saveRow(work, table, operation.rowId, operation.action, operation)];
    case 'delete':
      return [deleteRow(work, table, operation.rowId, operation.asOf)];
    case 'increment':
    case 'decrement':
      return [countColumn(work, table, operation.rowId, operation.action, operation)];
    case 'bulkCreate':
    case 'bulkUpsert': {
      const { action, rows } = operation;
      return rows.map((data) => saveRow(work, table, data.$id, bulkActions[action], { data }));
    }
    case 'bulkUpdate': {
      const { queries, data } = operation;
      return listAll(table, queries).flatMap((before) => {
        const after = saveRow(work, table, String(before._id), 'update', { data });
        return before._version === after._version ? [] : [after];
      });
    }
    case 'bulkDelete':
      return listAll(table, operation.queries).map((row) => deleteRow(work, table, String(row._id)));
  }
}

/**
 * Lists all rows that match the filters of a bulk update or delete, in `$sequence` order. Ignores the limit, because earlier operations
 * of the transaction decide which rows it covers. Reads only `_sequence` and `_version`.
 */
export function listMatchingRows(table: OpenTable, queries: readonly Query[]): StoredRow[] {
  const query = { ...planRows([], table, BULK_PAGE_SIZES), terms: planRows(queries, table).terms };
  return listRows(table, { ...query, columns: '_sequence, _version' }, EVERY_ROW_SQL).rows;
}

function listAll(table: OpenTable, queries: readonly Query[]): StoredRow[] {
  return listRows(table, planRows(queries, table, BULK_PAGE_SIZES), EVERY_ROW_SQL).rows;
}

/** Adds to a column of a row, or subtracts from it. Throws if the result would exceed the limit of the operation or of the column. */
function countColumn(work: UnitOfWork, table: OpenTable, id: string, direction: Direction, count: Count) {
  const isIncrement = direction === 'increment';
  const column = findCounterColumn(table, count.column);
  const before = findRow(table, id);
  const value = before?.[column.key];
  if (!before || value === undefined) throw new ApiError('row_not_found', { id });
  if (typeof value !== 'number') throw notANumberError(column.key);
  if (column.kind === 'integer' && !Number.isInteger(count.by))
    throw invalidParam('value', 'Value must be a valid integer');
  const [min, max] = boundsOf(column);
  const newValue = isIncrement ? value + count.by : value - count.by;
  const limit = isIncrement ? Math.min(count.limit ?? max, max) : Math.max(count.limit ?? min, min);
  if (isIncrement ? newValue > limit : newValue < limit)
    throw new ApiError(
      'column_limit_exceeded',
      `tablesDB "${column.key}" has reached the ${isIncrement ? 'maximum' : 'minimum'} value of ${limit}`,
    );
  return rewriteRow(work, table, before, [[column.key, newValue]], 'update');
}

function notANumberError(key: string): ApiError {
  return new ApiError('attribute_type_invalid', `tablesDB "${key}" is not a number`);
}
