import type { BackendContext } from '../context.ts';
import { provisionally } from '../database/atomically.ts';
import type { OpenTable } from '../database/open-table.ts';
import type { StoredRow } from '../database/row-reader.ts';
import { ApiError, type ErrorType } from '../errors.ts';
import type { Caller } from '../identity.ts';
import { perform } from '../rows/operation.ts';
import { beginWork, inOneWork } from '../rows/work.ts';
import { rowState, type Staged, stagedOperations } from './staging.ts';
import { findTransaction, finishTransaction, requirePending } from './transaction.ts';

/**
 * Does everything a transaction has staged, in order, or nothing. Any failure leaves it `failed`.
 * Throws 409 `transaction_conflict` when a row was changed from outside, else what docs/rules.md#transactions names.
 */
export function commit(backend: BackendContext, transactionId: string): StoredRow {
  const { database, transactions } = backend;
  try {
    return inOneWork(backend, (work) => {
      for (const operation of stagedOperations(database, transactionId)) {
        const now = operation.rowId === '' ? null : rowState(tableOf(backend, operation), operation.rowId);
        // A row that is gone is the operation's own error to tell.
        if (now !== null && now !== operation.base) throw new ApiError('transaction_conflict');
      }
      for (const operation of stagedOperations(database, transactionId))
        perform(work, tableOf(backend, operation), operation);
      // The events of a commit know no upsert.
      for (const [at, change] of work.changes.entries())
        if (change.action === 'upsert') work.changes[at] = { ...change, action: 'update' };
      return finishTransaction(transactions, transactionId, 'committed');
    });
  } catch (error) {
    finishTransaction(transactions, transactionId, 'failed');
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(commitErrors.get(error.type) ?? error.type, error.values);
  }
}

/**
 * Runs `read` on the database as it would be after the commit: the staged operations are done, read and taken back,
 * so filters, order and totals hold for staged rows too. Throws 404, 400 or 410 for a transaction that is not pending.
 */
export function readStaged<T>(backend: BackendContext, caller: Caller, id: string, read: () => T): T {
  const { database, transactions } = backend;
  requirePending(findTransaction(transactions, caller, id));
  return provisionally(database, () => {
    const work = beginWork();
    for (const operation of stagedOperations(database, id)) {
      database.exec('SAVEPOINT staged');
      try {
        perform(work, tableOf(backend, operation), operation);
      } catch (error) {
        // It will fail the commit, which says why; until then the rest can be seen.
        database.exec('ROLLBACK TO staged');
        if (!(error instanceof ApiError)) throw error;
      }
      database.exec('RELEASE staged');
    }
    return read();
  });
}

/** The table an operation is for; a schema that changed since the staging may have lost it. */
function tableOf({ schema }: BackendContext, { databaseId, tableId }: Staged): OpenTable {
  const table = schema.databases.get(databaseId)?.tables.get(tableId);
  if (!table) throw new ApiError('collection_not_found', { id: tableId });
  return table;
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
