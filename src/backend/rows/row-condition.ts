import type { Context } from 'hono';
import type { BackendContext, BackendEnv } from '../context.ts';
import { findRow } from '../database/row-reader.ts';
import { ApiError } from '../errors.ts';

/**
 * Refuses a write that is bound to a row, as that of a lock, once the row is gone. Called in the turn in which the write is made:
 * nothing can come in between. Source: docs/rules.md#bound-writes.
 */
export function refuseUnbound(backend: BackendContext, context: Context<BackendEnv>): void {
  const row = context.req.header('x-minbar-bound-to');
  if (row === undefined || context.get('caller').kind !== 'key') return;
  const [databaseId = '', tableId = '', rowId = ''] = row.split('/');
  const table = backend.schema.databases.get(databaseId)?.tables.get(tableId);
  if (!table || !findRow(backend.database, table, rowId)) throw new ApiError('row_bound_to_missing');
}
