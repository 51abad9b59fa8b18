import type { Context } from 'hono';
import { ApiError } from '#http/api-error.ts';
import type { BackendContext, BackendEnv } from '../context.ts';
import { findRow } from '../db/rows.ts';
import type { OpenTable } from '../db/tables.ts';
import type { Body } from '../http/params.ts';
import { checkId, UID_RULE } from '../http/params.ts';

/** The table in the request's path. What is disabled exists for keys only. Throws 400 for a malformed id, 404 for an unknown one. */
export function tableOf(backend: BackendContext, context: Context<BackendEnv>): OpenTable {
  const databaseId = checkId('databaseId', context.req.param('databaseId'));
  const tableId = checkId('tableId', context.req.param('tableId'));
  const isShown = ({ enabled }: { enabled: boolean }) => enabled || context.get('caller') === 'key';
  const database = backend.schema.databases.get(databaseId);
  if (!database || !isShown(database)) throw new ApiError('database_not_found', { id: databaseId });
  const table = database.tables.get(tableId);
  if (!table || !isShown(table)) throw new ApiError('table_not_found', { id: tableId });
  return table;
}

/** The transaction a request names, in its body or its URL; empty when it names none. */
export function transactionIdOf(context: Context, body?: Body): string {
  const id = body?.get('transactionId') ?? context.req.query('transactionId');
  return id === undefined ? '' : checkId('transactionId', id, `${UID_RULE} or null`);
}

/**
 * Refuses a write that is bound to a row, as that of a lock, once the row is gone. Called in the turn in which the write is made:
 * nothing can come in between. Source: docs/rules.md#bound-writes.
 */
export function refuseUnbound(backend: BackendContext, context: Context<BackendEnv>): void {
  const row = context.req.header('x-minbar-bound-to');
  if (row === undefined || context.get('caller') !== 'key') return;
  const [databaseId = '', tableId = '', rowId = ''] = row.split('/');
  const table = backend.schema.databases.get(databaseId)?.tables.get(tableId);
  if (!table || !findRow(table, rowId)) throw new ApiError('row_bound_to_missing');
}
