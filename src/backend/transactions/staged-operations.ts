import type { DatabaseSync } from 'node:sqlite';
import { ApiError, type ErrorType } from '#http/api-error.ts';
import type { BackendContext } from '../context.ts';
import { dateText } from '../date-text.ts';
import { changeRow, findRow } from '../db/rows.ts';
import { atomically, provisionally, statement } from '../db/sqlite.ts';
import type { OpenTable, StoredRow } from '../db/tables.ts';
import { isObject } from '../http/params.ts';
import { writeAside } from '../library-version.ts';
import type { Caller } from '../permissions.ts';
import { type Operation, type OperationAction, perform, refuseRelationships } from '../rows/operation.ts';
import { beginWork, inOneWork } from '../rows/write-row.ts';
import { findTransaction, finishTransaction, requirePending } from './transaction.ts';

const MAX_OPERATIONS = 100;

/** An operation that waits for the commit. */
interface Staged extends Operation {
  /** The state of its row when it was staged, by which the commit sees a change from outside; null for no row. */
  readonly base: string | null;
}

const needRow: readonly OperationAction[] = ['update', 'delete', 'increment', 'decrement'];
// The hyphen is Appwrite's own, U+2011.
const notPending = 'Invalid or non\u2011pending transaction';

/**
 * Holds operations against the schema and the rows, then keeps them in the transaction: all or none. Returns the transaction. Throws
 * 400, 404 or 410 as docs/rules.md#transactions says, in other words for the write of one row.
 */
export function stage(
  backend: BackendContext,
  caller: Caller,
  id: string,
  operations: readonly Operation[],
  isWriteOfRow = false,
): StoredRow {
  const { database, schema, transactions } = backend;
  const transaction = findTransaction(transactions, caller, id);
  requirePending(transaction, isWriteOfRow ? undefined : new ApiError('general_bad_request', notPending));
  const missing = isWriteOfRow ? 'row_not_found' : 'document_not_found';
  const count = Number(transaction.operations);
  if (count + operations.length > MAX_OPERATIONS)
    throw new ApiError(
      'transaction_limit_exceeded',
      `Transaction already has ${count} operations, adding ${operations.length} would exceed the maximum of ${MAX_OPERATIONS}`,
    );
  let earlier: Staged[] | undefined;
  const staged = operations.map((operation, at): Staged => {
    const { action, rowId, databaseId } = operation;
    if (!schema.databases.has(databaseId)) throw new ApiError('database_not_found', { id: databaseId });
    const table = tableOf(backend, operation);
    refuseRelationships(table, action);
    const isStaged = () => {
      earlier ??= [...stagedOperations(database, id)];
      return [...earlier, ...operations.slice(0, at)].some((one) => addsRow(one, table, rowId));
    };
    if (needRow.includes(action) && !findRow(table, rowId) && !isStaged())
      throw new ApiError(missing, { id: rowId });
    return { ...operation, base: rowId === '' ? null : rowState(table, rowId) };
  });
  return atomically(database, () => {
    const add = statement(database, 'INSERT INTO staged_operations VALUES (?, ?, ?)');
    writeAside(database, () => {
      for (const [at, operation] of staged.entries()) add.run(id, count + at, JSON.stringify(operation));
    });
    const changes = { operations: count + staged.length, _updated: dateText(new Date()) };
    return changeRow(transactions, transaction, new Map(Object.entries(changes)));
  });
}

/** The staged operations of a transaction in order, read one at a time: a hundred of them may be large. */
function* stagedOperations(database: DatabaseSync, transactionId: string): Generator<Staged> {
  const sql = 'SELECT operation FROM staged_operations WHERE transaction_id = ? ORDER BY position';
  for (const row of statement(database, sql).iterate(transactionId))
    yield JSON.parse(String(row.operation)) as Staged;
}

/** Identifies one state of a row: another state, or a later row of the same id, has another one. */
function rowState(table: OpenTable, id: string): string | null {
  const row = findRow(table, id);
  return row ? `${row._sequence}.${row._version}` : null;
}

/** Whether the operation will have added the row. */
function addsRow({ action, databaseId, tableId, rowId, data }: Operation, table: OpenTable, id: string) {
  if (databaseId !== table.databaseId || tableId !== table.id) return false;
  const isAdding = ['create', 'upsert', 'bulkCreate', 'bulkUpsert'].includes(action);
  const ids = Array.isArray(data) ? data.map((row) => isObject(row) && row.$id) : [rowId];
  return isAdding && ids.includes(id);
}

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
    atomically(database, () => finishTransaction(transactions, transactionId, 'failed'));
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
function tableOf({ schema }: BackendContext, { databaseId, tableId }: Operation): OpenTable {
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
