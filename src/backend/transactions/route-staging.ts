import type { BackendContext } from '../context.ts';
import { ApiError, type ErrorType } from '../errors.ts';
import type { Caller } from '../identity.ts';
import { bulkActions, type Operation } from '../rows/operation.ts';
import { stageAll } from './staging.ts';
import { findTransaction, requirePending } from './transaction.ts';

/** Stages the write of a row route that names a transaction. Throws 404, 400 or 410 as docs/rules.md#transactions says. */
export function stageFor(
  backend: BackendContext,
  caller: Caller,
  transactionId: string,
  operation: Operation,
): void {
  const transaction = findTransaction(backend.database, caller, transactionId);
  const counter = operation.action === 'increment' || operation.action === 'decrement';
  const bulk = bulkActions.some((action) => action === operation.action);
  // The hyphen is Appwrite's own, U+2011.
  const notPending =
    counter || bulk
      ? new ApiError('general_bad_request', { message: 'Invalid or non\u2011pending transaction' })
      : new ApiError('transaction_not_ready');
  requirePending(transaction, notPending);
  const missing: ErrorType = counter ? 'document_not_found' : 'row_not_found';
  stageAll(backend, transaction, [operation], missing);
}
