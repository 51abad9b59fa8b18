import { findRow } from '../database/row-reader.ts';
import { ApiError } from '../errors.ts';
import { planRows } from '../queries/plan.ts';
import { invalidQuery, type Query } from '../queries/query.ts';
import type { TableSchema } from '../schema.ts';
import { askRows } from '../search/question.ts';
import { permissionsOf, type Row, type View, viewRows } from './row-view.ts';
import { mayRead, readableRows } from './table-access.ts';

/** A page of rows and the exact number of all that match (0 when `counted` is false). Source: docs/rules.md#order-and-totals. */
export function readRows(
  view: View,
  table: TableSchema,
  queries: readonly Query[],
  counted: boolean,
): { total: number; rows: Row[] } {
  const query = { ...planRows(queries, view.schema, table), locale: view.locale };
  const readable = readableRows(view.caller, table);
  const question = askRows(view.database, table, query, readable, view.caller);
  const rows = viewRows(view, table, question.page(), query.select);
  return { total: counted ? question.total() : 0, rows };
}

/** One row, of which `queries` may select a part. Throws 404 `row_not_found` also for a row hidden from the caller. */
export function readRow(view: View, table: TableSchema, id: string, queries: readonly Query[]): Row {
  const other = queries.find((query) => query.method !== 'select');
  if (other) throw invalidQuery(`Invalid query method: ${other.method}`);
  const { select } = planRows(queries, view.schema, table);
  const stored = findRow(view.database, table, id);
  const row = stored && mayRead(view.caller, table, permissionsOf(stored)) ? stored : undefined;
  const [shown] = row ? viewRows(view, table, [row], select) : [];
  if (!shown) throw new ApiError('row_not_found', { id });
  return shown;
}
