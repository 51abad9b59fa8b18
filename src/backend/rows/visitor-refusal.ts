import type { DatabaseSync } from 'node:sqlite';
import { findRow } from '../database/row-reader.ts';
import { ApiError, type ErrorType, unauthorized } from '../errors.ts';
import { type Caller, GUEST } from '../identity.ts';
import { rolesFor } from '../permissions.ts';
import type { TableSchema } from '../schema.ts';

/** Refuses a visitor's new row, in the words of docs/rules.md#permissions. */
export function refuseVisitorCreate(caller: Caller, table: TableSchema): void {
  if (caller.kind === 'key') return;
  const roles = rolesFor(table.permissions, 'create');
  if (roles.length === 0) throw unauthorized("No permissions provided for action 'create'");
  if (roles.some((role) => GUEST.roles.includes(role))) throw unauthorized();
  throw unauthorized(
    `Missing "create" permission for role "${GUEST.roles[0]}". Only "${JSON.stringify(roles)}" scopes are allowed and "${JSON.stringify(GUEST.roles)}" was given.`,
  );
}

/** Refuses a visitor's change of a row; whether it exists is no secret. Source: docs/rules.md#permissions. */
export function refuseVisitorChange(
  caller: Caller,
  database: DatabaseSync,
  table: TableSchema,
  id: string,
  missing: ErrorType = 'row_not_found',
): void {
  if (caller.kind === 'key') return;
  throw findRow(database, table, id) ? unauthorized() : new ApiError(missing, { id });
}
