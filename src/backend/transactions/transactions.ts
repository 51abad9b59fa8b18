import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { ApiError, type ErrorType } from '#http/api-error.ts';
import type { BackendContext } from '../context.ts';
import { formatDate } from '../date-text.ts';
import { changeRow, findRow, insertRow, removeRow } from '../db/rows.ts';
import { prepareStatement, runAtomically, runProvisionally } from '../db/sqlite.ts';
import { type OpenTable, type StoredRow, tableName } from '../db/tables.ts';
import { generateId } from '../http/params.ts';
import type { Caller } from '../permissions.ts';
import {
  listMatchingRows,
  type Operation,
  performOperation,
  refuseRelationships,
} from '../rows/operation.ts';
import type { Staging, TargetedOperation } from '../rows/routes.ts';
import type { Row } from '../rows/view.ts';
import { createUnitOfWork, runUnitOfWork } from '../rows/write.ts';

const MAX_OPERATIONS = 100;
/** Time between the expiry of a transaction and its removal. */
const RETENTION_MS = 24 * 60 * 60 * 1000;
// Appwrite's message contains this non-breaking hyphen.
const NOT_PENDING = 'Invalid or non\u2011pending transaction';

/**
 * Begins a transaction that can be committed within `ttl` seconds. Stores nothing for a visitor, who cannot use the transaction later; the
 * response is the same. Source: docs/rules.md#transactions.
 */
export function beginTransaction(transactions: OpenTable, caller: Caller, ttl: number): Row {
  const now = Date.now();
  const created = formatDate(new Date(now));
  const row = {
    _id: generateId(),
    _created: created,
    _updated: created,
    _permissions: '[]',
    status: 'pending',
    operations: 0,
    expiresAt: formatDate(new Date(now + ttl * 1000)),
  };
  if (caller !== 'key') return viewTransaction(row);
  const expiredSql = `SELECT * FROM ${tableName(transactions)} WHERE expiresAt < ?`;
  for (const expiredTransaction of prepareStatement(transactions.database, expiredSql).all(
    formatDate(new Date(now - RETENTION_MS)),
  ))
    dropTransaction(transactions, expiredTransaction);
  return viewTransaction(insertRow(transactions, new Map(Object.entries(row))));
}

/** Returns the transaction as the API shows it. */
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

/** Finds a transaction. Throws 404 for an unknown id, and always for a visitor. */
export function findTransaction(transactions: OpenTable, caller: Caller, id: string): StoredRow {
  const row = caller === 'key' ? findRow(transactions, id) : undefined;
  if (!row) throw new ApiError('transaction_not_found', { id });
  return row;
}

/** Throws `notPending` if the transaction has ended, and 410 if it has expired. */
export function requirePending(transaction: StoredRow, notPending = new ApiError('transaction_not_ready')) {
  if (transaction.status !== 'pending') throw notPending;
  if (String(transaction.expiresAt) < formatDate(new Date())) throw new ApiError('transaction_expired');
}

/** Ends a transaction, deletes its staged operations, and returns its row, which keeps their count. */
export function finishTransaction(
  transactions: OpenTable,
  transaction: StoredRow,
  status: 'committed' | 'failed',
): StoredRow {
  dropStagedOperations(transactions, transaction);
  const changes = { status, _updated: formatDate(new Date()) };
  return changeRow(transactions, transaction, new Map(Object.entries(changes)));
}

/** Removes a transaction and its staged operations. */
export function dropTransaction(transactions: OpenTable, transaction: StoredRow): void {
  dropStagedOperations(transactions, transaction);
  removeRow(transactions, transaction);
}

function dropStagedOperations({ database }: OpenTable, { _id }: StoredRow): void {
  const drop = prepareStatement(database, 'DELETE FROM staged_operations WHERE transaction_id = ?');
  drop.run(String(_id));
}

/** An operation that is performed by the commit. */
type StagedOperation = TargetedOperation & {
  /** The state of the operation's rows when it was staged (`readState`), with which the commit detects other writes. */
  readonly base: string | null;
};

const needsRow = ({ action }: TargetedOperation) =>
  ['update', 'delete', 'increment', 'decrement'].includes(action);
const rowIdOf = (operation: TargetedOperation) => ('rowId' in operation ? operation.rowId : '');

export function createStaging(backend: BackendContext): Staging {
  const { database, schema, transactions } = backend;
  return {
    /** Stages all operations or none. Throws 400, 404 or 410, see docs/rules.md#transactions. */
    stage(caller, id, operations, isWriteOfRow = false) {
      const transaction = findTransaction(transactions, caller, id);
      requirePending(
        transaction,
        isWriteOfRow ? undefined : new ApiError('general_bad_request', NOT_PENDING),
      );
      const missingRowError = isWriteOfRow ? 'row_not_found' : 'document_not_found';
      const count = Number(transaction.operations);
      if (count + operations.length > MAX_OPERATIONS)
        throw new ApiError(
          'transaction_limit_exceeded',
          `Transaction already has ${count} operations, adding ${operations.length} would exceed the maximum of ${MAX_OPERATIONS}`,
        );
      let earlierOperations: StagedOperation[] | undefined;
      const newOperations = operations.map((operation, at): StagedOperation => {
        const { action, databaseId } = operation;
        const rowId = rowIdOf(operation);
        if (!schema.databases.has(databaseId)) throw new ApiError('database_not_found', { id: databaseId });
        const table = tableOf(backend, operation);
        refuseRelationships(table, action);
        const isStaged = () => {
          earlierOperations ??= [...readStagedOperations(database, id)];
          return [...earlierOperations, ...operations.slice(0, at)].some((operation) =>
            addsRow(operation, table, rowId),
          );
        };
        if (needsRow(operation) && !findRow(table, rowId) && !isStaged())
          throw new ApiError(missingRowError, { id: rowId });
        return { ...operation, base: readState(table, operation) };
      });
      return runAtomically(database, () => {
        const add = prepareStatement(database, 'INSERT INTO staged_operations VALUES (?, ?, ?)');
        for (const [at, operation] of newOperations.entries())
          add.run(id, count + at, JSON.stringify(operation));
        const changes = { operations: count + newOperations.length, _updated: formatDate(new Date()) };
        return changeRow(transactions, transaction, new Map(Object.entries(changes)));
      });
    },

    /**
     * Performs the staged operations, reads, and rolls back, so that filters, order and totals include staged rows. Throws 404, 400 or 410
     * for a transaction that is not pending.
     */
    read(caller, id, read) {
      requirePending(findTransaction(transactions, caller, id));
      return runProvisionally(database, () => {
        const work = createUnitOfWork();
        for (const operation of readStagedOperations(database, id)) {
          database.exec('SAVEPOINT staged');
          try {
            performOperation(work, tableOf(backend, operation), operation);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            // The commit will report the error. Until then, reads include the other operations.
            database.exec('ROLLBACK TO staged');
          }
          database.exec('RELEASE staged');
        }
        return read();
      });
    },
  };
}

/** Reads the staged operations of a transaction in order, one at a time because they can be large. */
function* readStagedOperations(database: DatabaseSync, transactionId: string): Generator<StagedOperation> {
  const sql = 'SELECT operation FROM staged_operations WHERE transaction_id = ? ORDER BY position';
  for (const row of prepareStatement(database, sql).iterate(transactionId))
    yield JSON.parse(String(row.operation)) as StagedOperation;
}

/** Returns a text that changes with each write to a row or a new row of the same id; null if there is no row. */
function readRowState(table: OpenTable, id: string): string | null {
  const row = findRow(table, id);
  return row ? stateOf(row) : null;
}

const stateOf = ({ _sequence, _version }: StoredRow): string => `${_sequence}.${_version}`;

/** Returns a text that changes with each committed write to a row that the operation would change; null if there is no such row. */
function readState(table: OpenTable, operation: Operation): string | null {
  switch (operation.action) {
    case 'bulkCreate':
      return null;
    case 'bulkUpsert':
      return operation.rows.map(({ $id }) => readRowState(table, $id)).join();
    case 'bulkUpdate':
    case 'bulkDelete':
      try {
        const states = listMatchingRows(table, operation.queries).map(stateOf);
        return hash('sha256', states.join());
      } catch (error) {
        // The commit will report the invalid query.
        if (error instanceof ApiError) return null;
        throw error;
      }
    default:
      return readRowState(table, operation.rowId);
  }
}

function addsRow(operation: TargetedOperation, table: OpenTable, id: string): boolean {
  if (operation.databaseId !== table.databaseId || operation.tableId !== table.id) return false;
  if ('rows' in operation) return operation.rows.some((row) => row.$id === id);
  return ['create', 'upsert'].includes(operation.action) && rowIdOf(operation) === id;
}

/**
 * Performs all staged operations of a transaction, or none, and returns its row. If one is refused, the transaction is `failed`. After
 * another error, such as a full disk, the transaction can be committed again. Throws the errors of docs/rules.md#transactions.
 */
export function commit(backend: BackendContext, transaction: StoredRow): StoredRow {
  const { database, transactions } = backend;
  const transactionId = String(transaction._id);
  try {
    return runUnitOfWork(
      backend,
      (work) => {
        for (const operation of readStagedOperations(database, transactionId)) {
          const currentState = readState(tableOf(backend, operation), operation);
          // An update, a counter or a removal itself reports a row that is gone, as 404. An upsert would create the row again.
          const isReported = currentState === null && operation.action !== 'upsert';
          if (currentState !== operation.base && !isReported) throw new ApiError('transaction_conflict');
        }
        for (const operation of readStagedOperations(database, transactionId))
          performOperation(work, tableOf(backend, operation), operation);
        return finishTransaction(transactions, transaction, 'committed');
      },
      // As on Appwrite, listeners receive an upsert of a commit as an update.
      createUnitOfWork('update'),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    runAtomically(database, () => finishTransaction(transactions, transaction, 'failed'));
    throw new ApiError(commitErrors.get(error.type) ?? error.type, error.values);
  }
}

/** Returns the table of an operation. Throws 404 if the schema does not have it. */
function tableOf({ schema }: BackendContext, { databaseId, tableId }: TargetedOperation): OpenTable {
  const table = schema.databases.get(databaseId)?.tables.get(tableId);
  if (!table) throw new ApiError('collection_not_found', { id: tableId });
  return table;
}

/**
 * Error types of a commit, by the error type of a single write. Appwrite's commits use the older names. Source:
 * docs/rules.md#transactions.
 */
const commitErrors: ReadonlyMap<ErrorType, ErrorType> = new Map([
  ['row_already_exists', 'transaction_conflict'],
  ['row_unique_constraint_violation', 'transaction_conflict'],
  ['row_update_conflict', 'transaction_conflict'],
  ['row_not_found', 'document_not_found'],
  ['row_invalid_structure', 'document_invalid_structure'],
  ['column_limit_exceeded', 'attribute_limit_exceeded'],
]);
