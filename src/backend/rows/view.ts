import type { SQLOutputValue } from 'node:sqlite';
import { unauthorizedError } from '#http/api-error.ts';
import type { Json } from '../context.ts';
import { findRows } from '../db/rows.ts';
import type { Sql } from '../db/sqlite.ts';
import type { OpenTable, StoredRow } from '../db/tables.ts';
import { type Caller, isAllowed } from '../permissions.ts';
import { type Select, WHOLE_ROW } from '../query/parse.ts';
import { readableSql } from '../query/sql.ts';
import { type Column, relationships, type TableSchema } from '../schema.ts';

export type Row = { [key: string]: Json };

/** Renders rows as the API shows them; related rows are fetched once for the whole page. Source: docs/rules.md#rows. */
export function viewRows(
  caller: Caller,
  table: OpenTable,
  rows: readonly StoredRow[],
  select: Select,
): Row[] {
  const views = rows.map((row) => viewRow(table, row, select));
  for (const column of relationships(table)) {
    const selected = select.related.get(column.key);
    const related = table.tables.get(column.relatedTable);
    if (!selected || !related) continue;
    const ids = rows.map((row) => row[column.key]).filter((id) => typeof id === 'string');
    const relatedRows = findRows(related, [...new Set(ids)]);
    const readable = relatedRows.filter((row) => mayRead(caller, related, row));
    const byId = new Map(viewRows(caller, related, readable, selected).map((row) => [row.$id, row]));
    for (const [at, row] of views.entries()) {
      const id = rows[at]?.[column.key];
      // If the row of an id is gone or hidden, the value is an empty document, which Appwrite serializes as a list.
      row[column.key] = typeof id === 'string' ? (byId.get(id) ?? []) : null;
    }
  }
  return views;
}

/** Returns whole rows as responses to writes show them: relationships as objects, or `null` for a missing or hidden row. */
export function viewWrittenRows(caller: Caller, table: OpenTable, rows: readonly StoredRow[]): Row[] {
  const columns = relationships(table).map((column) => column.key);
  const related = new Map(columns.map((key) => [key, WHOLE_ROW] as const));
  const views = viewRows(caller, table, rows, { ...WHOLE_ROW, related });
  for (const row of views) for (const key of columns) if (Array.isArray(row[key])) row[key] = null;
  return views;
}

function viewRow(table: TableSchema, row: StoredRow, select: Select): Row {
  const view: Row = {
    $id: String(row._id),
    $sequence: String(row._sequence),
    $createdAt: String(row._created),
    $updatedAt: String(row._updated),
    $permissions: permissionsOf(row),
    $databaseId: table.databaseId,
    $tableId: table.id,
  };
  for (const column of table.columns.values()) {
    if (select.all || select.keys.has(column.key)) view[column.key] = fromStored(column, row[column.key]);
  }
  return view;
}

function fromStored(column: Column, value: SQLOutputValue | undefined): Json {
  if (value === null || value === undefined) return null;
  if (column.array) return JSON.parse(String(value)) as Json;
  if (column.kind === 'boolean') return value !== 0;
  return typeof value === 'number' ? value : String(value);
}

/** Returns a row's own permissions, which are additional to those of its table. */
export function permissionsOf(row: StoredRow): string[] {
  return JSON.parse(String(row._permissions)) as string[];
}

/** Whether the caller may read a row of the table. Disabled tables exist only for callers with a key. */
export function mayRead(caller: Caller, table: TableSchema, row: StoredRow): boolean {
  if (!table.enabled && caller !== 'key') return false;
  return (
    isAllowed(caller, 'read', table.permissions) ||
    (table.rowSecurity && isAllowed(caller, 'read', permissionsOf(row)))
  );
}

/**
 * Returns the SQL filter for rows or files that the caller may read. `permissionsColumn` is the column of row permissions, or false if
 * they do not apply. Throws 401 if nothing is readable.
 */
export function createReadFilter(
  caller: Caller,
  permissions: readonly string[],
  permissionsColumn: string | false,
): Sql {
  const readable = readableSql(caller, permissions, permissionsColumn);
  if (!readable) throw unauthorizedError();
  return readable;
}
