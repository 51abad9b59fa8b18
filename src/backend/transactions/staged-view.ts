import type { BackendContext } from '../context.ts';
import { provisionally } from '../database/atomically.ts';
import { ApiError } from '../errors.ts';
import type { Caller } from '../identity.ts';
import { perform } from '../rows/operation.ts';
import { beginWork } from '../rows/work.ts';
import { tableOfOperation } from './commit.ts';
import { stagedOperations } from './staged-operations.ts';
import { findTransaction, requirePending } from './transaction.ts';

/**
 * Runs `read` on the database as it would be after the commit: the staged operations are done, read and taken back,
 * so filters, order and totals hold for staged rows too. Throws 404, 400 or 410 for a transaction that is not pending.
 */
export function readStaged<T>(
  backend: BackendContext,
  caller: Caller,
  transactionId: string,
  read: () => T,
): T {
  const { database } = backend;
  requirePending(findTransaction(database, caller, transactionId));
  return provisionally(database, () => {
    const work = beginWork(backend);
    for (const operation of stagedOperations(database, transactionId)) {
      database.exec('SAVEPOINT staged');
      try {
        perform(work, tableOfOperation(work, operation), operation);
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
