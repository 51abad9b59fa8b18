import type { BackendContext } from '../context.ts';
import type { StoredRow } from '../database/row-reader.ts';
import { ApiError, type ErrorType } from '../errors.ts';
import { perform } from '../rows/operation.ts';
import { inOneWork, type Work } from '../rows/work.ts';
import type { TableSchema } from '../schema.ts';
import { rowState, type Staged, stagedOperations } from './staged-operations.ts';
import { finishTransaction } from './transaction.ts';

/**
 * Does everything a transaction has staged, in order, or nothing. Any failure leaves it `failed`.
 * Throws 409 `transaction_conflict` when a row was changed from outside, else what docs/rules.md#transactions names.
 */
export function commit(backend: BackendContext, transactionId: string): StoredRow {
  try {
    return inOneWork(backend, (work) => {
      const staged = () => stagedOperations(work.database, transactionId);
      for (const operation of staged()) refuseConflict(work, operation);
      for (const operation of staged()) perform(work, tableOfOperation(work, operation), operation);
      tellUpsertsAsUpdates(work);
      return finishTransaction(work.database, transactionId, 'committed');
    });
  } catch (error) {
    finishTransaction(backend.database, transactionId, 'failed');
    throw error instanceof ApiError ? asCommitError(error) : error;
  }
}

/** The table an operation is for; a schema that changed since the staging may have lost it. */
export function tableOfOperation(work: Pick<Work, 'schema'>, operation: Staged): TableSchema {
  const table = work.schema.databases.get(operation.databaseId)?.tables.get(operation.tableId);
  if (!table) throw new ApiError('collection_not_found', { id: operation.tableId });
  return table;
}

/** The events of a commit know no upsert. Source: docs/rules.md#transactions. */
function tellUpsertsAsUpdates({ changes }: Work): void {
  for (const [at, change] of changes.entries()) {
    if (change.action === 'upsert') changes[at] = { ...change, action: 'update' };
  }
}

function refuseConflict(work: Work, operation: Staged): void {
  if (operation.rowId === '') return;
  const now = rowState(work.database, tableOfOperation(work, operation), operation.rowId);
  // A row that is gone is the operation's own error to tell.
  if (now !== null && now !== operation.base) throw new ApiError('transaction_conflict');
}

/** A commit speaks of documents and attributes where the single writes speak of rows and columns. Source: docs/rules.md#transactions. */
const commitErrors: ReadonlyMap<ErrorType, ErrorType> = new Map([
  ['row_already_exists', 'transaction_conflict'],
  ['row_unique_constraint_violation', 'transaction_conflict'],
  ['row_update_conflict', 'transaction_conflict'],
  ['row_not_found', 'document_not_found'],
  ['row_invalid_structure', 'document_invalid_structure'],
  ['column_limit_exceeded', 'attribute_limit_exceeded'],
]);

function asCommitError(error: ApiError): ApiError {
  return new ApiError(commitErrors.get(error.type) ?? error.type, error.values);
}
