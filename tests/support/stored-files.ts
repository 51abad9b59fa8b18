import type { DatabaseSync } from 'node:sqlite';
import { insertRow } from '#backend/database/row-writer.ts';
import type { Filter, RowQuery } from '#backend/queries/row-query.ts';
import type { TableSchema } from '#backend/schema.ts';
import { askRows } from '#backend/search/question.ts';
import { projectSchema } from './backend.ts';

const tables = projectSchema.databases.get('library')?.tables;
export const files = tables?.get('files') as TableSchema;
export const categories = tables?.get('categories') as TableSchema;
export const everyRow = { text: 'TRUE', values: [] };

/** Writes a row past the API and answers its `$sequence`. */
export function put(
  database: DatabaseSync,
  table: TableSchema,
  id: string,
  values: Record<string, string | null>,
): number {
  const common = { _id: id, _created: '2026', _updated: '2026', _permissions: '[]' };
  return Number(insertRow(database, table, new Map(Object.entries({ ...common, ...values })))._sequence);
}

export const contains = (...values: string[]): Filter => ({
  kind: 'test',
  method: 'contains',
  attribute: 'fileName',
  values,
});

export function inCategory(id: string): Filter {
  const column = files.columns.get('category');
  if (column?.kind !== 'relationship') throw new Error('the schema has changed');
  const filter = { kind: 'test', method: 'equal', attribute: '$id', values: [id] } as const;
  return { kind: 'related', column, table: categories, filter };
}

/** The ids of a page of files in an order. */
export function pageOf(
  database: DatabaseSync,
  filters: readonly Filter[],
  attribute: string,
  descending: boolean,
  part: Partial<RowQuery & { locale: string }> = {},
): string[] {
  const tie = attribute === '$createdAt' && descending;
  const orders = [
    { attribute, descending },
    { attribute: '$sequence', descending: tie },
  ];
  const query = { filters, orders, limit: 1000, offset: 0, cursor: undefined, ...part };
  const rows = askRows(database, files, query, everyRow).page();
  return rows.map((row) => String(row._id));
}

/** How many files the filters find. */
export function totalOf(database: DatabaseSync, filters: readonly Filter[]): number {
  const query = { filters, orders: [], limit: 1, offset: 0, cursor: undefined };
  return askRows(database, files, query, everyRow).total();
}
