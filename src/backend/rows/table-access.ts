import type { StoredRow } from '../database/row-reader.ts';
import type { Sql } from '../database/sql.ts';
import { unauthorized } from '../errors.ts';
import { type Caller, may } from '../identity.ts';
import type { TableSchema } from '../schema.ts';
import { EVERY_ROW_SQL } from '../search/term-sql.ts';

/** The permissions that a row has of its own. */
export function permissionsOf(row: StoredRow): string[] {
  return JSON.parse(String(row._permissions)) as string[];
}

/** Whether the caller may read a row of the table. */
export function mayRead(caller: Caller, table: TableSchema, row: StoredRow): boolean {
  return (
    may(caller, 'read', table.permissions) || (table.rowSecurity && may(caller, 'read', permissionsOf(row)))
  );
}

/**
 * The SQL condition of what the caller may read of a table or bucket with these permissions, each thing of which may have its own in a
 * column. Throws 401 when that is nothing.
 */
export function readableSql(caller: Caller, permissions: readonly string[], own: string | false): Sql {
  if (may(caller, 'read', permissions)) return EVERY_ROW_SQL;
  if (own === false) throw unauthorized();
  const wanted = caller.roles.map((role) => `read("${role}")`);
  return {
    text: `EXISTS (SELECT 1 FROM json_each(${own}) WHERE value IN (SELECT value FROM json_each(?)))`,
    values: [JSON.stringify(wanted)],
  };
}
