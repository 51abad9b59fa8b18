import type { Json } from '../change.ts';
import type { StoredRow } from '../database/row-reader.ts';
import { ApiError } from '../errors.ts';
import { EVERY_ROW, planRows } from '../queries/plan.ts';
import type { Query } from '../queries/query.ts';
import { newId } from '../request/ids.ts';
import { relationships, type TableSchema } from '../schema.ts';
import { askRows } from '../search/question.ts';
import { EVERY_ROW_SQL } from '../search/term-sql.ts';
import { deleteRow } from './row-removal.ts';
import { createRow, updateRow, upsertRow } from './row-writes.ts';
import type { Work } from './work.ts';

type RowInput = { [key: string]: Json };

/** Refuses a bulk write to a table that relates to another, as Appwrite does. Source: docs/rules.md#bulk-writes. */
export function refuseRelationships(
  table: TableSchema,
  action: 'create' | 'update' | 'upsert' | 'delete',
): void {
  if (relationships(table).length === 0) return;
  const noun = action === 'create' ? 'columns' : 'attributes';
  throw new ApiError('general_bad_request', {
    message: `Bulk ${action} is not supported for tablesDB with relationship ${noun}`,
  });
}

export function createRows(work: Work, table: TableSchema, rows: readonly RowInput[]): StoredRow[] {
  refuseRelationships(table, 'create');
  return rows.map((data) => createRow(work, table, idOf(data), { data }));
}

export function upsertRows(work: Work, table: TableSchema, rows: readonly RowInput[]): StoredRow[] {
  refuseRelationships(table, 'upsert');
  return rows.map((data) => upsertRow(work, table, idOf(data), { data }));
}

/** Changes every row that the queries find, and returns those that differ now. */
export function updateRows(
  work: Work,
  table: TableSchema,
  queries: readonly Query[],
  data: RowInput,
): StoredRow[] {
  refuseRelationships(table, 'update');
  return found(work, table, queries)
    .map((before) => ({ before, after: updateRow(work, table, String(before._id), { data }) }))
    .filter(({ before, after }) => before._version !== after._version)
    .map(({ after }) => after);
}

/** Removes every row that the queries find, and returns them. */
export function deleteRows(work: Work, table: TableSchema, queries: readonly Query[]): StoredRow[] {
  refuseRelationships(table, 'delete');
  return found(work, table, queries).map((row) => deleteRow(work, table, String(row._id)));
}

function found(work: Work, table: TableSchema, queries: readonly Query[]): StoredRow[] {
  const query = planRows(queries, work.schema, table, EVERY_ROW);
  return askRows(work.database, table, query, EVERY_ROW_SQL).page();
}

function idOf(data: RowInput): string {
  return newId('$id', Object.hasOwn(data, '$id') ? data.$id : 'unique()');
}
