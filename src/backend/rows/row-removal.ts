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
  // A list that grows while it is walked: a chain of cascades may be longer than the stack is deep.
  const toRemove = [{ table, id }];
  for (const next of toRemove) toRemove.push(...removeOne(work, next.table, next.id));
  return row;
}

/** Removes one row, detaches what only refers to it, and returns the rows to remove with it. */
function removeOne(work: Work, table: TableSchema, id: string): { table: TableSchema; id: string }[] {
  const row = findRow(work.database, table, id);
  // A cascade may have come round to it already.
  if (!row) return [];
  const referring = referrersOf(work, table, id);
  const restricting = referring.some(
    (one) =>
      one.column.onDelete === 'restrict' && one.ids.some((other) => one.table !== table || other !== id),
  );
  if (restricting) throw new ApiError('row_delete_restricted');
  removeRow(work.database, table, id);
  noteChange(work, 'delete', table, row);
  return referring.flatMap(({ table: other, column, ids }) => {
    const others = ids.filter((one) => findRow(work.database, other, one));
    if (column.onDelete === 'cascade') return others.map((one) => ({ table: other, id: one }));
    for (const one of others) detach(work, other, column, one);
    return [];
  });
}

function detach(work: Work, table: TableSchema, column: RelationshipColumn, id: string): void {
  const changes = new Map([
    [column.key, null],
    ['_updated', work.now],
  ]);
  noteChange(work, 'update', table, changeRow(work.database, table, id, changes));
}

/** The columns that name rows of a table, and the ids of the rows in which they name this one. */
function referrersOf({ schema, database }: Work, table: TableSchema, id: string) {
  const tables = [...(schema.databases.get(table.databaseId)?.tables.values() ?? [])];
  return tables.flatMap((other) =>
    relationships(other)
      .filter((column) => column.relatedTable === table.id)
      .map((column) => {
        const sql = `SELECT _id FROM ${tableName(other)} WHERE ${quoted(column.key)} = ?`;
        const ids = statement(database, sql).all(id);
        return { table: other, column, ids: ids.map(({ _id }) => String(_id)) };
      }),
  );
}
