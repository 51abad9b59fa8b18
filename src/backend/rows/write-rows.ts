import type { OpenTable } from '../database/open-table.ts';
import { findRow } from '../database/row-reader.ts';
import { dateText } from '../date-text.ts';
import { ApiError, unauthorized } from '../errors.ts';
import { GUEST } from '../identity.ts';
import { rolesFor } from '../permissions.ts';
import { WHOLE_ROW } from '../queries/row-query.ts';
import { isObject } from '../request/json-body.ts';
import type { TableSchema } from '../schema.ts';
import { stage } from '../transactions/staging.ts';
import { isBulk, type Operation, perform } from './operation.ts';
import { refuseUnbound, viewOf, type WriteRequest } from './row-request.ts';
import { type Row, type View, viewRows, viewWritten } from './row-view.ts';
import { inOneWork } from './work.ts';

type Write = Omit<Operation, 'databaseId' | 'tableId'>;

/** Does a write, or stages it when the request names a transaction; returns the rows to show. */
export function writeRows(request: WriteRequest, write: Write): Row[] {
  const { backend, context, table, transactionId } = request;
  const caller = context.get('caller');
  if (caller.kind !== 'key') refuseVisitor(request, write);
  const operation = { ...write, databaseId: table.databaseId, tableId: table.id };
  refuseUnbound(backend, context);
  const view = viewOf(context);
  if (transactionId === '') {
    const stored = inOneWork(backend, (work) => perform(work, table, operation));
    return viewWritten(view, table, stored);
  }
  const isMany = isBulk(write.action);
  stage(backend, caller, transactionId, [operation], !isMany && !isCounter(write));
  if (isMany) return Array.isArray(write.data) ? write.data.filter(isObject) : [];
  return [stagedRow(view, table, operation)];
}

const isCounter = ({ action }: Pick<Operation, 'action'>) => action === 'increment' || action === 'decrement';

/** Refuses what a visitor would write to one row, in the words of docs/rules.md#permissions; a transaction refuses by itself. */
function refuseVisitor({ table, transactionId }: WriteRequest, write: Write): void {
  if (write.action === 'create') throw createRefusal(table);
  if (transactionId !== '') return;
  // Whether a row exists is no secret.
  if (write.action === 'upsert' || findRow(table, write.rowId)) throw unauthorized();
  throw new ApiError('row_not_found', { id: write.rowId });
}

function createRefusal({ permissions }: TableSchema): ApiError {
  const roles = rolesFor(permissions, 'create');
  if (roles.length === 0) return unauthorized("No permissions provided for action 'create'");
  if (roles.some((role) => GUEST.roles.includes(role))) return unauthorized();
  return unauthorized(
    `Missing "create" permission for role "${GUEST.roles[0]}". Only "${JSON.stringify(roles)}" scopes are allowed and "${JSON.stringify(GUEST.roles)}" was given.`,
  );
}

/** The row as it would be, as far as the commit is not needed to know. Source: docs/rules.md#transactions. */
function stagedRow(view: View, table: OpenTable, operation: Operation): Row {
  const { rowId, data, permissions } = operation;
  const fields = isObject(data) ? data : {};
  const names = { $id: rowId, $databaseId: table.databaseId, $tableId: table.id };
  if (isCounter(operation)) return { ...names, [String(fields.column)]: fields.value ?? 1 };
  const stored = findRow(table, rowId);
  const [before] = stored ? viewRows(view, table, [stored], WHOLE_ROW) : [];
  const now = dateText(new Date());
  const row: Row = before ?? { ...names, $sequence: '0', $createdAt: now, $permissions: [] };
  row.$updatedAt = now;
  if (permissions) row.$permissions = permissions;
  for (const key of table.columns.keys())
    row[key] = (Object.hasOwn(fields, key) ? fields[key] : row[key]) ?? null;
  return row;
}
