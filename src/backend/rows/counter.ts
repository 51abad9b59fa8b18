import { ApiError, invalidParam } from '#http/api-error.ts';
import type { Json } from '../change.ts';
import { findRow } from '../db/rows.ts';
import type { OpenTable, StoredRow } from '../db/tables.ts';
import type { TableSchema } from '../schema.ts';
import { bounds } from './row-structure.ts';
import { rewriteRow, type Work } from './write-row.ts';

/** Reads `{value, max}` or `{value, min}`. Throws 400 as docs/rules.md#counters says. */
export function toCount(direction: 'increment' | 'decrement', { value, ...limits }: { [key: string]: Json }) {
  const by = typeof value === 'string' && value.trim() !== '' ? Number(value) : (value ?? 1);
  if (typeof by !== 'number' || Number.isNaN(by)) throw invalidParam('value', 'Value must be a valid number');
  const name = direction === 'increment' ? 'max' : 'min';
  const limit = limits[name] ?? undefined;
  if (limit !== undefined && typeof limit !== 'number')
    throw invalidParam(name, 'Value must be a valid number or null');
  if (by <= 0) throw new ApiError('general_argument_invalid', 'Value must be numeric and greater than 0');
  // The largest (or, counting down, smallest) number that the column may reach.
  return { by, limit };
}

/** The column of a count, or the contract's refusal: 404 for an unknown one, 400 for one that holds no number. */
export function countedColumn(table: TableSchema, key: string) {
  const column = table.columns.get(key);
  if (!column) throw new ApiError('column_not_found');
  if ((column.kind !== 'integer' && column.kind !== 'float') || column.array) throw notANumber(key);
  return column;
}

/** Counts a column of a row up or down by `{column, value?, max?, min?}`, never beyond the limit or the column's own bounds. */
export function countColumn(
  work: Work,
  table: OpenTable,
  id: string,
  direction: 'increment' | 'decrement',
  fields: { [key: string]: Json },
): StoredRow {
  const up = direction === 'increment';
  const count = toCount(direction, fields);
  const key = String(fields.column);
  const column = countedColumn(table, key);
  const row = findRow(table, id);
  const before = row?.[key];
  if (!row || before === undefined) throw new ApiError('row_not_found', { id });
  if (typeof before !== 'number') throw notANumber(key);
  if (column.kind === 'integer' && !Number.isInteger(count.by))
    throw invalidParam('value', 'Value must be a valid integer');
  const [min, max] = bounds(column);
  const after = up ? before + count.by : before - count.by;
  const limit = up ? Math.min(count.limit ?? max, max) : Math.max(count.limit ?? min, min);
  if (up ? after > limit : after < limit)
    throw new ApiError(
      'column_limit_exceeded',
      `tablesDB "${key}" has reached the ${up ? 'maximum' : 'minimum'} value of ${limit}`,
    );
  return rewriteRow(work, table, row, [[key, after]]);
}

function notANumber(key: string): ApiError {
  return new ApiError('attribute_type_invalid', `tablesDB "${key}" is not a number`);
}
