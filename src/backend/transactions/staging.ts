import type { BackendContext } from '../context.ts';
import { findRow, type StoredRow } from '../database/row-reader.ts';
import { ApiError, type ErrorType } from '../errors.ts';
import { refuseRelationships } from '../rows/bulk.ts';
import type { Operation, OperationAction } from '../rows/operation.ts';
import type { TableSchema } from '../schema.ts';
import {
  isStaged,
  requireCapacity,
  rowState,
  type Staged,
  stage,
  stagedOperations,
} from './staged-operations.ts';

const bulkOf: Partial<Record<OperationAction, 'create' | 'update' | 'upsert' | 'delete'>> = {
  bulkCreate: 'create',
  bulkUpdate: 'update',
  bulkUpsert: 'upsert',
  bulkDelete: 'delete',
};
const needRow: readonly OperationAction[] = ['update', 'delete', 'increment', 'decrement'];

/**
 * Holds operations against the schema and the rows, then keeps them in the transaction: all or none. Throws 400 and 404
 * as docs/rules.md#transactions says; `missing` is the error for a row that neither exists nor is staged.
 */
export function stageAll(
  backend: BackendContext,
  transaction: StoredRow,
  operations: readonly Operation[],
  missing: ErrorType = 'document_not_found',
): StoredRow {
  const { database } = backend;
  requireCapacity(transaction, operations.length);
  const before = stagedOperations(database, String(transaction._id));
  const staged = operations.map((operation, at): Staged => {
    const table = targetOf(backend, operation);
    const bulk = bulkOf[operation.action];
    if (bulk) refuseRelationships(table, bulk);
    const { rowId } = operation;
    const exists = () =>
      findRow(database, table, rowId) || isStaged([...before, ...operations.slice(0, at)], table, rowId);
    if (needRow.includes(operation.action) && !exists()) throw new ApiError(missing, { id: rowId });
    return { ...operation, base: rowId === '' ? null : rowState(database, table, rowId) };
  });
  return stage(database, transaction, staged);
}

function targetOf(backend: BackendContext, { databaseId, tableId }: Operation): TableSchema {
  const found = backend.schema.databases.get(databaseId);
  if (!found) throw new ApiError('database_not_found', { id: databaseId });
  const table = found.tables.get(tableId);
  if (!table) throw new ApiError('collection_not_found', { id: tableId });
  return table;
}
