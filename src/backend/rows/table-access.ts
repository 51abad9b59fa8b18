import type { Sql } from '../database/sql.ts';
import { unauthorized } from '../errors.ts';
import { type Caller, may } from '../identity.ts';
import type { TableSchema } from '../schema.ts';
import { EVERY_ROW_SQL } from '../search/term-sql.ts';

/** Whether the caller may read a row of the table that has these permissions of its own. */
export function mayRead(caller: Caller, table: TableSchema, rowPermissions: readonly string[]): boolean {
  return may(caller, 'read', table.permissions) || (table.rowSecurity && may(caller, 'read', rowPermissions));
}

/** The SQL condition of the rows that the caller may read. Throws 401 when that is none of the table's. */
export function readableRows(caller: Caller, { permissions, rowSecurity }: TableSchema): Sql {
  return readableSql(caller, permissions, rowSecurity && '_permissions');
}

/** The same of anything that has permissions, of which each may have its own in a column. */
export function readableSql(caller: Caller, permissions: readonly string[], own: string | false): Sql {
  if (may(caller, 'read', permissions)) return EVERY_ROW_SQL;
  if (own === false) throw unauthorized();
  const wanted = caller.roles.map((role) => `read("${role}")`);
  return {
    text: `EXISTS (SELECT 1 FROM json_each(${own}) WHERE value IN (SELECT value FROM json_each(?)))`,
    values: [JSON.stringify(wanted)],
  };
}
