import { quoted, tableName } from '../database/names.ts';
import { findRow, type StoredRow } from '../database/row-reader.ts';
import { changeRow, removeRow } from '../database/row-writer.ts';
import { statement } from '../database/statements.ts';
import type { DateText } from '../date-text.ts';
import { ApiError } from '../errors.ts';
import { type RelationshipColumn, relationships, type TableSchema } from '../schema.ts';
import { refuseNewer } from './row-writes.ts';
import { noteChange, type Work } from './work.ts';

/** Removes a row and settles the rows that refer to it as their columns' `onDelete` says. Throws 404, 409 or 403. */
export function deleteRow(work: Work, table: TableSchema, id: string, asOf?: DateText): StoredRow {
  const row = findRow(work.database, table, id);
  if (!row) throw new ApiError('row_not_found', { id });
  refuseNewer(row, asOf);
  const referring = referrers(work, table).map((one) => ({ ...one, rows: rowsReferring(work, one, id) }));
  const restricting = referring.some(
    (one) =>
      one.column.onDelete === 'restrict' && one.rows.some((other) => one.table !== table || other._id !== id),
  );
  if (restricting) throw new ApiError('row_delete_restricted');
  removeRow(work.database, table, id);
  noteChange(work, 'delete', table, row);
  for (const { table: other, column, rows } of referring) {
    for (const { _id } of rows) {
      // A cascade may have come round to this row already.
      if (!findRow(work.database, other, String(_id))) continue;
      if (column.onDelete === 'cascade') deleteRow(work, other, String(_id));
      else detach(work, other, column, String(_id));
    }
  }
  return row;
}

function detach(work: Work, table: TableSchema, column: RelationshipColumn, id: string): void {
  const changes = new Map([
    [column.key, null],
    ['_updated', work.now],
  ]);
  noteChange(work, 'update', table, changeRow(work.database, table, id, changes));
}

interface Referrer {
  readonly table: TableSchema;
  readonly column: RelationshipColumn;
}

function referrers(work: Work, table: TableSchema): Referrer[] {
  const tables = [...(work.schema.databases.get(table.databaseId)?.tables.values() ?? [])];
  return tables.flatMap((other) =>
    relationships(other)
      .filter((column) => column.relatedTable === table.id)
      .map((column) => ({ table: other, column })),
  );
}

function rowsReferring(work: Work, { table, column }: Referrer, id: string): StoredRow[] {
  const sql = `SELECT _id FROM ${tableName(table)} WHERE ${quoted(column.key)} = ?`;
  return statement(work.database, sql).all(id);
}
