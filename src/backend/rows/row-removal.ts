import { quoted, tableName } from '../database/names.ts';
import type { OpenTable } from '../database/open-table.ts';
import { findRow, type StoredRow } from '../database/row-reader.ts';
import { removeRow } from '../database/row-writer.ts';
import { statement } from '../database/statements.ts';
import { ApiError } from '../errors.ts';
import { relationships } from '../schema.ts';
import { refuseNewer } from './save-row.ts';
import { noteChange, rewriteRow, type Work } from './work.ts';

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
  const referring = referrersOf(table, id);
  const others = referring.filter((one) => one.table !== table || one.id !== id);
  if (others.some(({ column }) => column.onDelete === 'restrict'))
    throw new ApiError('row_delete_restricted');
  removeRow(table, id);
  noteChange(work, 'delete', table, row);
  for (const one of others) {
    if (one.column.onDelete === 'setNull') rewriteRow(work, one.table, one.id, [[one.column.key, null]]);
  }
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
