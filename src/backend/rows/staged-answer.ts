import type { Json } from '../change.ts';
import { findRow } from '../database/row-reader.ts';
import { dateText } from '../date-text.ts';
import { WHOLE_ROW } from '../queries/row-query.ts';
import { isObject } from '../request/json-body.ts';
import type { TableSchema } from '../schema.ts';
import type { Operation } from './operation.ts';
import { type Row, type View, viewRows } from './row-view.ts';

/** What a write that was only staged answers: the row as it would be, as far as the commit is not needed to know. */
export function stagedRow(view: View, table: TableSchema, operation: Operation): Row {
  const { rowId, data, permissions, action } = operation;
  const fields = isObject(data) ? data : {};
  const names = { $id: rowId, $databaseId: table.databaseId, $tableId: table.id };
  if (action === 'increment' || action === 'decrement')
    return { ...names, [String(fields.column)]: fields.value ?? 1 };
  const stored = findRow(view.database, table, rowId);
  const [before] = stored ? viewRows(view, table, [stored], WHOLE_ROW) : [];
  const now = dateText(new Date());
  const empty: Row = { ...names, $sequence: '0', $createdAt: now, $permissions: [] };
  for (const key of table.columns.keys()) empty[key] = null;
  const given = [...table.columns.keys(), '$permissions'].filter((key) => Object.hasOwn(fields, key));
  const changed = Object.fromEntries(given.map((key): [string, Json] => [key, fields[key] ?? null]));
  return {
    ...(before ?? empty),
    $updatedAt: now,
    ...changed,
    ...(permissions ? { $permissions: permissions } : {}),
  };
}
