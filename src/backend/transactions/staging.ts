import type { DatabaseSync } from 'node:sqlite';
import type { BackendContext } from '../context.ts';
import { atomically } from '../database/atomically.ts';
import { findRow, type StoredRow } from '../database/row-reader.ts';
import { changeRow } from '../database/row-writer.ts';
import { statement } from '../database/statements.ts';
import { dateText } from '../date-text.ts';
import { ApiError, type ErrorType } from '../errors.ts';
import type { Caller } from '../identity.ts';
import { isObject } from '../request/json-body.ts';
import { isBulk, type Operation, type OperationAction, refuseRelationships } from '../rows/operation.ts';
import type { TableSchema } from '../schema.ts';
import { findTransaction, requirePending, transactionTable } from './transaction.ts';

const MAX_OPERATIONS = 100;

/** An operation that waits for the commit. */
export interface Staged extends Operation {
  /** The state of its row when it was staged, by which the commit sees a change from outside; null for no row. */
  readonly base: string | null;
}

const needRow: readonly OperationAction[] = ['update', 'delete', 'increment', 'decrement'];
// The hyphen is Appwrite's own, U+2011.
const notPending = 'Invalid or non\u2011pending transaction';

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
  { database, schema }: BackendContext,
  transaction: StoredRow,
  operations: readonly Operation[],
  missing: ErrorType,
): StoredRow {
  const id = String(transaction._id);
  const count = Number(transaction.operations);
  if (count + operations.length > MAX_OPERATIONS)
    throw new ApiError(
      'transaction_limit_exceeded',
      `Transaction already has ${count} operations, adding ${operations.length} would exceed the maximum of ${MAX_OPERATIONS}`,
    );
  let earlier: Staged[] | undefined;
  const staged = operations.map((operation, at): Staged => {
    const { action, rowId, databaseId, tableId } = operation;
    const tables = schema.databases.get(databaseId)?.tables;
    if (!tables) throw new ApiError('database_not_found', { id: databaseId });
    const table = tables.get(tableId);
    if (!table) throw new ApiError('collection_not_found', { id: tableId });
    refuseRelationships(table, action);
    const isStaged = () => {
      earlier ??= [...stagedOperations(database, id)];
      return [...earlier, ...operations.slice(0, at)].some((one) => addsRow(one, table, rowId));
    };
    if (needRow.includes(action) && !findRow(database, table, rowId) && !isStaged())
      throw new ApiError(missing, { id: rowId });
    return { ...operation, base: rowId === '' ? null : rowState(database, table, rowId) };
  });
  return atomically(database, () => {
    const add = statement(database, 'INSERT INTO staged_operations VALUES (?, ?, ?)');
    for (const [at, operation] of staged.entries()) add.run(id, count + at, JSON.stringify(operation));
    const changes = new Map<string, string | number>([
      ['operations', count + staged.length],
      ['_updated', dateText(new Date())],
    ]);
    return changeRow(database, transactionTable, id, changes);
  });
}

/** What a transaction has staged, in order, one at a time: a hundred operations may hold the words of a whole book. */
export function* stagedOperations(database: DatabaseSync, transactionId: string): Generator<Staged> {
  const sql = 'SELECT operation FROM staged_operations WHERE transaction_id = ? ORDER BY position';
  for (const row of statement(database, sql).iterate(transactionId))
    yield JSON.parse(String(row.operation)) as Staged;
}

/** What tells one state of a row from any other, also from a later row of the same id. */
export function rowState(database: DatabaseSync, table: TableSchema, id: string): string | null {
  const row = findRow(database, table, id);
  return row ? `${row._sequence}.${row._version}` : null;
}

/** Whether the operation will have added the row. */
function addsRow({ action, databaseId, tableId, rowId, data }: Operation, table: TableSchema, id: string) {
  if (databaseId !== table.databaseId || tableId !== table.id) return false;
  if (action === 'create' || action === 'upsert') return rowId === id;
  const rows = action === 'bulkCreate' || action === 'bulkUpsert' ? data : [];
  return Array.isArray(rows) && rows.some((row) => isObject(row) && row.$id === id);
}
