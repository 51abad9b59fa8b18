import type { DatabaseSync } from 'node:sqlite';
import { atomically } from '../database/atomically.ts';
import { findRow, type StoredRow } from '../database/row-reader.ts';
import { changeRow } from '../database/row-writer.ts';
import { statement } from '../database/statements.ts';
import { dateText } from '../date-text.ts';
import { ApiError } from '../errors.ts';
import { isObject } from '../request/json-body.ts';
import type { Operation } from '../rows/operation.ts';
import type { TableSchema } from '../schema.ts';
import { transactionTable } from './transaction-table.ts';

const MAX_OPERATIONS = 100;

/** An operation that waits for the commit. */
export interface Staged extends Operation {
  /** The state of its row when it was staged, by which the commit sees a change from outside; null for no row. */
  readonly base: string | null;
}

/** Throws 400 when `more` operations would be more than a transaction may hold. */
export function requireCapacity(transaction: StoredRow, more: number): void {
  const count = Number(transaction.operations);
  if (count + more > MAX_OPERATIONS)
    throw new ApiError(
      'transaction_limit_exceeded',
      `Transaction already has ${count} operations, adding ${more} would exceed the maximum of ${MAX_OPERATIONS}`,
    );
}

/** Adds operations to a transaction that may still take them. */
export function stage(
  database: DatabaseSync,
  transaction: StoredRow,
  operations: readonly Staged[],
): StoredRow {
  const count = Number(transaction.operations);
  const id = String(transaction._id);
  return atomically(database, () => {
    const add = statement(database, 'INSERT INTO staged_operations VALUES (?, ?, ?)');
    for (const [at, operation] of operations.entries()) add.run(id, count + at, JSON.stringify(operation));
    const changes = new Map<string, string | number>([
      ['operations', count + operations.length],
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

/** Whether one of the operations will have added the row. */
export function isStaged(operations: readonly Operation[], table: TableSchema, id: string): boolean {
  for (const one of operations) {
    if (one.databaseId !== table.databaseId || one.tableId !== table.id) continue;
    if ((one.action === 'create' || one.action === 'upsert') && one.rowId === id) return true;
    const rows = one.action === 'bulkCreate' || one.action === 'bulkUpsert' ? one.data : [];
    if (Array.isArray(rows) && rows.some((row) => isObject(row) && row.$id === id)) return true;
  }
  return false;
}
