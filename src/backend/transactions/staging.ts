import type { DatabaseSync } from 'node:sqlite';
import type { BackendContext } from '../context.ts';
import { atomically } from '../database/atomically.ts';
import type { OpenTable } from '../database/open-table.ts';
import { findRow, type StoredRow } from '../database/row-reader.ts';
import { changeRow } from '../database/row-writer.ts';
import { statement } from '../database/statements.ts';
import { dateText } from '../date-text.ts';
import { ApiError } from '../errors.ts';
import type { Caller } from '../identity.ts';
import { writeAside } from '../library-version.ts';
import { isObject } from '../request/json-body.ts';
import { type Operation, type OperationAction, refuseRelationships } from '../rows/operation.ts';
import { findTransaction, requirePending } from './transaction.ts';

const MAX_OPERATIONS = 100;

/** An operation that waits for the commit. */
export interface Staged extends Operation {
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
  { database, schema, transactions }: BackendContext,
  caller: Caller,
  id: string,
  operations: readonly Operation[],
  isWriteOfRow = false,
): StoredRow {
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
    if (needRow.includes(action) && !findRow(table, rowId) && !isStaged())
      throw new ApiError(missing, { id: rowId });
    return { ...operation, base: rowId === '' ? null : rowState(table, rowId) };
  });
  return atomically(database, () => {
    const add = statement(database, 'INSERT INTO staged_operations VALUES (?, ?, ?)');
    writeAside(database, () => {
      for (const [at, operation] of staged.entries()) add.run(id, count + at, JSON.stringify(operation));
    });
    const changes = new Map<string, string | number>([
      ['operations', count + staged.length],
      ['_updated', dateText(new Date())],
    ]);
    return changeRow(transactions, id, changes);
  });
}

/** The staged operations of a transaction in order, read one at a time: a hundred of them may be large. */
export function* stagedOperations(database: DatabaseSync, transactionId: string): Generator<Staged> {
  const sql = 'SELECT operation FROM staged_operations WHERE transaction_id = ? ORDER BY position';
  for (const row of statement(database, sql).iterate(transactionId))
    yield JSON.parse(String(row.operation)) as Staged;
}

/** Identifies one state of a row: another state, or a later row of the same id, has another one. */
export function rowState(table: OpenTable, id: string): string | null {
  const row = findRow(table, id);
  return row ? `${row._sequence}.${row._version}` : null;
}

/** Whether the operation will have added the row. */
function addsRow({ action, databaseId, tableId, rowId, data }: Operation, table: OpenTable, id: string) {
  if (databaseId !== table.databaseId || tableId !== table.id) return false;
  if (action === 'create' || action === 'upsert') return rowId === id;
  const rows = action === 'bulkCreate' || action === 'bulkUpsert' ? data : [];
  return Array.isArray(rows) && rows.some((row) => isObject(row) && row.$id === id);
}
