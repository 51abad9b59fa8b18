import { ApiError } from '#http/api-error.ts';
import type { Action, BackendContext, Change, Json } from '../context.ts';
import { formatDate } from '../date-text.ts';
import { changeRow, findRow, insertRow, removeRow } from '../db/rows.ts';
import { prepareStatement, quoteName, runAtomically } from '../db/sqlite.ts';
import { type OpenTable, type StoredRow, tableName } from '../db/tables.ts';
import { isObject, parseNewId } from '../http/params.ts';
import { rolesFor } from '../permissions.ts';
import { WHOLE_ROW } from '../query/parse.ts';
import { relationships } from '../schema.ts';
import { type StoredValue, toRowData } from './structure.ts';
import { permissionsOf, viewRows, viewWrittenRows } from './view.ts';

export type Fields = { [key: string]: Json };

/** The writes of one transaction with their changes, which are emitted after the commit. */
export interface UnitOfWork {
  readonly now: string;
  readonly changes: Change[];
  /** The action in an upsert's event. It is `update` if a transaction commits the upsert. */
  readonly upsertEvent: 'upsert' | 'update';
}

export function createUnitOfWork(upsertEvent: UnitOfWork['upsertEvent'] = 'upsert'): UnitOfWork {
  return { now: formatDate(new Date()), changes: [], upsertEvent };
}

/** Runs `write` in one transaction and emits its changes after the commit. */
export function runUnitOfWork<T>(
  backend: BackendContext,
  write: (work: UnitOfWork) => T,
  work = createUnitOfWork(),
): T {
  const result = runAtomically(backend.database, () => write(work));
  for (const change of work.changes) backend.changes.emit(change);
  return result;
}

/** The content of a write: columns and `$` fields, and the permissions sent next to them. */
export interface Input {
  readonly data: Fields;
  readonly permissions?: string[] | undefined;
  /** The date of the caller's copy of the row. The write is refused if the row is newer. Source: docs/rules.md#row-writes. */
  readonly asOf?: string | undefined;
}

/**
 * Creates, updates or upserts a row; an upsert needs every required column. `$updatedAt` changes only if a value changes. Throws 404, 409
 * or 400.
 */
export function saveRow(
  work: UnitOfWork,
  table: OpenTable,
  id: string,
  action: 'create' | 'update' | 'upsert',
  { data, permissions, asOf }: Input,
): StoredRow {
  const existing = findRow(table, id);
  if (!existing && action === 'update') throw new ApiError('row_not_found', { id });
  const before = action === 'create' ? undefined : existing;
  const mode = before ? (action === 'update' ? 'part' : 'whole') : 'new';
  const { values, related } = toRowData(table, data, mode);
  if (existing && !before) throw new ApiError('row_already_exists', { id });
  if (before) refuseNewer(before, asOf);
  for (const { column, value } of related) {
    const relatedTable = table.tables.get(column.relatedTable);
    values.set(column.key, isObject(value) ? saveRelated(work, relatedTable, value) : value);
  }
  if (permissions) values.set('_permissions', JSON.stringify(permissions));
  const event = action === 'upsert' ? work.upsertEvent : action;
  if (before) {
    const changedValues = [...values].filter(([column, value]) => before[column] !== value);
    return changedValues.length === 0 ? before : rewriteRow(work, table, before, changedValues, event);
  }
  const systemValues = { _id: id, _created: work.now, _updated: work.now, _permissions: '[]' };
  const row = insertRow(table, new Map([...Object.entries(systemValues), ...values]));
  work.changes.push(rowChange(event, table, row));
  return row;
}

/** Creates or updates the row that a relationship's value describes as an object. Returns its id. Source: docs/rules.md#rows. */
function saveRelated(work: UnitOfWork, table: OpenTable | undefined, data: Fields): string {
  if (!table) throw new Error('the schema does not have the related table');
  const id = parseNewId('$id', data.$id ?? 'unique()');
  saveRow(work, table, id, findRow(table, id) ? 'update' : 'create', { data });
  return id;
}

/** Removes a row and applies `onDelete` to the rows that refer to it. Throws 404, 409 or 403. */
export function deleteRow(work: UnitOfWork, table: OpenTable, id: string, asOf?: string): StoredRow {
  const row = findRow(table, id);
  if (!row) throw new ApiError('row_not_found', { id });
  refuseNewer(row, asOf);
  // The loop extends its list, because recursion would overflow the stack in a long chain of cascades.
  const toRemove = [{ table, id }];
  for (const next of toRemove) toRemove.push(...removeSingleRow(work, next.table, next.id));
  return row;
}

/** Removes one row and clears `setNull` references. Returns the rows that `cascade` removes next. Throws 403 for a `restrict` reference. */
function removeSingleRow(work: UnitOfWork, table: OpenTable, id: string): { table: OpenTable; id: string }[] {
  const row = findRow(table, id);
  // With circular references, an earlier step of the cascade may have removed the row.
  if (!row) return [];
  const referrers = findReferrers(table, id).filter(
    (referrer) => referrer.table !== table || referrer.id !== id,
  );
  if (referrers.some(({ column }) => column.onDelete === 'restrict'))
    throw new ApiError('row_delete_restricted');
  removeRow(table, row);
  work.changes.push(rowChange('delete', table, row));
  for (const { table: referringTable, column, id: referrerId } of referrers) {
    const referrer = column.onDelete === 'setNull' && findRow(referringTable, referrerId);
    if (referrer) rewriteRow(work, referringTable, referrer, [[column.key, null]], 'update');
  }
  return referrers.filter(({ column }) => column.onDelete === 'cascade');
}

/** Returns the rows that refer to a row of a table, each with the referring column. */
function findReferrers(table: OpenTable, id: string) {
  return [...table.tables.values()].flatMap((referringTable) =>
    relationships(referringTable)
      .filter((column) => column.relatedTable === table.id)
      .flatMap((column) => {
        const sql = `SELECT _id FROM ${tableName(referringTable)} WHERE ${quoteName(column.key)} = ?`;
        const rows = prepareStatement(table.database, sql).all(id);
        return rows.map(({ _id }) => ({ table: referringTable, column, id: String(_id) }));
      }),
  );
}

/** Throws 409 if the row was written after `asOf`. */
function refuseNewer(row: StoredRow, asOf: string | undefined): void {
  if (asOf !== undefined && String(row._updated) > asOf) throw new ApiError('row_update_conflict');
}

/** Changes columns of a row and `$updatedAt`, records the change, and returns the new row. */
export function rewriteRow(
  work: UnitOfWork,
  table: OpenTable,
  before: StoredRow,
  values: Iterable<readonly [column: string, StoredValue]>,
  action: Action,
): StoredRow {
  const row = changeRow(table, before, new Map([['_updated', work.now], ...values]));
  work.changes.push(rowChange(action, table, row));
  return row;
}

/**
 * Creates the change of a row. Readers and payload are computed when they are read, and the payload is cached. Source:
 * docs/rules.md#realtime-events.
 */
function rowChange(action: Action, table: OpenTable, row: StoredRow): Change {
  let payload: Fields | undefined;
  const render = (): Fields => {
    const [view = {}] =
      action === 'create'
        ? viewWrittenRows('guest', table, [row])
        : viewRows('guest', table, [row], WHOLE_ROW);
    if (action !== 'create') for (const { key } of relationships(table)) delete view[key];
    return view;
  };
  return {
    kind: 'row',
    action,
    databaseId: table.databaseId,
    tableId: table.id,
    rowId: String(row._id),
    get payload() {
      payload ??= render();
      return payload;
    },
    get readers() {
      if (!table.enabled) return [];
      const readersOfRow = table.rowSecurity ? rolesFor(permissionsOf(row), 'read') : [];
      return [...rolesFor(table.permissions, 'read'), ...readersOfRow];
    },
  };
}
