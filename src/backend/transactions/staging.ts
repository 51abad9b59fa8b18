import type { BackendContext } from '../context.ts';
import { findRow, type StoredRow } from '../database/row-reader.ts';
import { ApiError, type ErrorType } from '../errors.ts';
import type { Caller } from '../identity.ts';
import { isBulk, type Operation, type OperationAction, refuseRelationships } from '../rows/operation.ts';
import type { TableSchema } from '../schema.ts';
import {
  isStaged,
  requireCapacity,
  rowState,
  type Staged,
  stage,
  stagedOperations,
} from './staged-operations.ts';
import { findTransaction, requirePending } from './transaction.ts';

const needRow: readonly OperationAction[] = ['update', 'delete', 'increment', 'decrement'];
// The hyphen is Appwrite's own, U+2011.
const notPending = { message: 'Invalid or non\u2011pending transaction' };

/** Stages the write of a row route that names a transaction. Throws 404, 400 or 410 as docs/rules.md#transactions says. */
export function stageFor(
  backend: BackendContext,
  caller: Caller,
  transactionId: string,
  operation: Operation,
): void {
  const { action } = operation;
  const isCounter = action === 'increment' || action === 'decrement';
  const transaction = findTransaction(backend.database, caller, transactionId);
  requirePending(
    transaction,
    isCounter || isBulk(action) ? new ApiError('general_bad_request', notPending) : undefined,
  );
  stageAll(backend, transaction, [operation], isCounter ? 'document_not_found' : 'row_not_found');
}

/** The same for operations that are staged by themselves. Returns the transaction. */
export function stageOperations(
  backend: BackendContext,
  caller: Caller,
  transactionId: string,
  operations: readonly Operation[],
): StoredRow {
  const transaction = findTransaction(backend.database, caller, transactionId);
  requirePending(transaction, new ApiError('general_bad_request', notPending));
  return stageAll(backend, transaction, operations, 'document_not_found');
}

/**
 * Holds operations against the schema and the rows, then keeps them in the transaction: all or none. Throws 400 and 404
 * as docs/rules.md#transactions says; `missing` is the error for a row that neither exists nor is staged.
 */
function stageAll(
  backend: BackendContext,
  transaction: StoredRow,
  operations: readonly Operation[],
  missing: ErrorType,
): StoredRow {
  const { database } = backend;
  requireCapacity(transaction, operations.length);
  let known: Staged[] | undefined;
  const before = () => {
    known ??= [...stagedOperations(database, String(transaction._id))];
    return known;
  };
  const staged = operations.map((operation, at): Staged => {
    const { action, rowId } = operation;
    const table = targetOf(backend, operation);
    refuseRelationships(table, action);
    const exists = () =>
      findRow(database, table, rowId) ||
      isStaged(operations.slice(0, at), table, rowId) ||
      isStaged(before(), table, rowId);
    if (needRow.includes(action) && !exists()) throw new ApiError(missing, { id: rowId });
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
