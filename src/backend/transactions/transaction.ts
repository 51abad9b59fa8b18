import { ApiError } from '#http/api-error.ts';
import { dateText } from '../date-text.ts';
import { changeRow, findRow, insertRow, removeRow } from '../db/rows.ts';
import { statement } from '../db/sqlite.ts';
import { type OpenTable, type StoredRow, tableName } from '../db/tables.ts';
import { uniqueId } from '../http/params.ts';
import { writeAside } from '../library-version.ts';
import type { Caller } from '../permissions.ts';
import type { Row } from '../rows/row-view.ts';

/** Finished and expired transactions can be read this long. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Begins a transaction that may be committed within `ttl` seconds. A visitor gets an answer like everyone's, but as he
 * may never see or use it again nothing is kept of it: visitors write nothing. Source: docs/rules.md#transactions.
 */
export function beginTransaction(transactions: OpenTable, caller: Caller, ttl: number): Row {
  const now = Date.now();
  const created = dateText(new Date(now));
  const row = {
    _id: uniqueId(),
    _created: created,
    _updated: created,
    _permissions: '[]',
    status: 'pending',
    operations: 0,
    expiresAt: dateText(new Date(now + ttl * 1000)),
  };
  if (caller !== 'key') return viewTransaction(row);
  const old = `SELECT _id FROM ${tableName(transactions)} WHERE expiresAt < ?`;
  for (const { _id } of statement(transactions.database, old).all(dateText(new Date(now - KEPT_MS))))
    dropTransaction(transactions, String(_id));
  return viewTransaction(insertRow(transactions, new Map(Object.entries(row))));
}

/** The transaction as the API shows it. */
export function viewTransaction(row: StoredRow): Row {
  return {
    $id: String(row._id),
    $createdAt: String(row._created),
    $updatedAt: String(row._updated),
    status: String(row.status),
    operations: Number(row.operations),
    expiresAt: String(row.expiresAt),
  };
}

/** Throws 404 for an unknown id, and for a visitor always. */
export function findTransaction(transactions: OpenTable, caller: Caller, id: string): StoredRow {
  const row = caller === 'key' ? findRow(transactions, id) : undefined;
  if (!row) throw new ApiError('transaction_not_found', { id });
  return row;
}

/** Throws `notPending` unless the transaction still takes operations, and 410 when its time is over. */
export function requirePending(transaction: StoredRow, notPending = new ApiError('transaction_not_ready')) {
  if (transaction.status !== 'pending') throw notPending;
  if (String(transaction.expiresAt) < dateText(new Date())) throw new ApiError('transaction_expired');
}

/** Ends a transaction and drops what it had staged; how many operations there were stays known. */
export function finishTransaction(transactions: OpenTable, id: string, status: 'committed' | 'failed') {
  dropStaged(transactions, id);
  const row = findRow(transactions, id);
  if (!row) throw new ApiError('transaction_not_found', { id });
  const changes = { status, _updated: dateText(new Date()) };
  return changeRow(transactions, row, new Map(Object.entries(changes)));
}

export function dropTransaction(transactions: OpenTable, id: string): void {
  dropStaged(transactions, id);
  const row = findRow(transactions, id);
  if (row) removeRow(transactions, row);
}

function dropStaged({ database }: OpenTable, id: string): void {
  const drop = statement(database, 'DELETE FROM staged_operations WHERE transaction_id = ?');
  writeAside(database, () => drop.run(id));
}
