import type { DatabaseSync } from 'node:sqlite';
import { insertRow } from '#backend/db/rows.ts';
import { type OpenTable, openTables } from '#backend/db/tables.ts';
import { listRows } from '#backend/query/list.ts';
import type { RowQuery } from '#backend/query/plan.ts';
import { createRelatedTerm, createTerm, type Term } from '#backend/query/sql.ts';
import type { TableSchema } from '#backend/schema.ts';
import { projectSchema } from './backend.ts';

const tables = projectSchema.databases.get('library')?.tables;
export const files = tables?.get('files') as TableSchema;
export const categories = tables?.get('categories') as TableSchema;
const everyRow = { text: 'TRUE', values: [] };

/** Opens a table of the project in a database. */
export function openTable(database: DatabaseSync, { databaseId, id }: TableSchema): OpenTable {
  return openTables(projectSchema, database).databases.get(databaseId)?.tables.get(id) as OpenTable;
}

/** Writes a row directly, without the API, and returns its `$sequence`. */
export function put(
  database: DatabaseSync,
  table: TableSchema,
  id: string,
  values: Record<string, string | null>,
): number {
  const common = { _id: id, _created: '2026', _updated: '2026', _permissions: '[]' };
  const row = new Map(Object.entries({ ...common, ...values }));
  return Number(insertRow(openTable(database, table), row)._sequence);
}

export const contains = (...values: string[]): Term => createTerm(files, 'contains', 'fileName', values);

export function inCategory(id: string): Term {
  const column = files.columns.get('category');
  if (column?.kind !== 'relationship') throw new Error('the schema has no relationship to categories');
  return createRelatedTerm(column, createTerm(categories, 'equal', '$id', [id]));
}

/** Returns the ids of the files that match the terms, in an order; at most 1,000 unless `part` has another limit. */
export function pageOf(
  database: DatabaseSync,
  terms: readonly Term[],
  attribute: string,
  descending: boolean,
  part: Partial<RowQuery & { locale: string }> = {},
): string[] {
  const isTieDescending = attribute === '$createdAt' && descending;
  const orders = [
    { attribute, descending },
    { attribute: '$sequence', descending: isTieDescending },
  ];
  const query = { terms, orders, limit: 1000, offset: 0, cursor: undefined, withTotal: false, ...part };
  const { rows } = listRows(openTable(database, files), query, everyRow);
  return rows.map((row) => String(row._id));
}

/** Counts the files that match the terms. */
export function totalOf(database: DatabaseSync, terms: readonly Term[]): number {
  const orders = [{ attribute: '$sequence', descending: false }];
  const query = { terms, orders, limit: 1, offset: 0, cursor: undefined };
  return listRows(openTable(database, files), query, everyRow).total;
}
