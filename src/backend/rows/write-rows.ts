import type { Context } from 'hono';
import type { BackendContext, BackendEnv } from '../context.ts';
import { findRow } from '../database/row-reader.ts';
import { dateText } from '../date-text.ts';
import { WHOLE_ROW } from '../queries/row-query.ts';
import { isObject } from '../request/json-body.ts';
import type { TableSchema } from '../schema.ts';
import { stage } from '../transactions/staging.ts';
import { isBulk, type Operation, perform } from './operation.ts';
import { refuseUnbound, type Target, viewOf } from './row-request.ts';
import { type Row, type View, viewRows, viewWritten } from './row-view.ts';
import { inOneWork } from './work.ts';

/** Does a write, or stages it when the request names a transaction; returns the rows to show. */
export function writeRows(
  backend: BackendContext,
  context: Context<BackendEnv>,
  { table, transactionId }: Target,
  write: Omit<Operation, 'databaseId' | 'tableId'>,
): Row[] {
  const operation = { ...write, databaseId: table.databaseId, tableId: table.id };
  refuseUnbound(backend, context);
  const view = viewOf(backend, context);
  if (transactionId === '') {
    const stored = inOneWork(backend, (work) => perform(work, table, operation));
    return viewWritten(view, table, stored);
  }
  const isMany = isBulk(write.action);
  const isCounter = write.action === 'increment' || write.action === 'decrement';
  stage(backend, context.get('caller'), transactionId, [operation], !isMany && !isCounter);
  if (isMany) return Array.isArray(write.data) ? write.data.filter(isObject) : [];
  return [stagedRow(view, table, operation)];
}

/** The row as it would be, as far as the commit is not needed to know. Source: docs/rules.md#transactions. */
function stagedRow(view: View, table: TableSchema, { rowId, data, permissions, action }: Operation): Row {
  const fields = isObject(data) ? data : {};
  const names = { $id: rowId, $databaseId: table.databaseId, $tableId: table.id };
  if (action === 'increment' || action === 'decrement')
    return { ...names, [String(fields.column)]: fields.value ?? 1 };
  const stored = findRow(view.database, table, rowId);
  const [before] = stored ? viewRows(view, table, [stored], WHOLE_ROW) : [];
  const now = dateText(new Date());
  const row: Row = before ?? { ...names, $sequence: '0', $createdAt: now, $permissions: [] };
  row.$updatedAt = now;
  for (const key of table.columns.keys())
    row[key] = Object.hasOwn(fields, key) ? (fields[key] ?? null) : (row[key] ?? null);
  const given = permissions ?? (Object.hasOwn(fields, '$permissions') ? fields.$permissions : undefined);
  if (given !== undefined) row.$permissions = given;
  return row;
}
