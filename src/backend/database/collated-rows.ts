import { searchKey } from '#contract/collation/search-key.ts';
import { sortKey } from '#contract/collation/sort-key.ts';
import type { TableSchema } from '../schema.ts';
import { collatedColumns, rankings, searchColumn, sortColumn } from './collated-columns.ts';
import { recount } from './count-entries.ts';
import { systemColumns } from './names.ts';
import type { OpenTable } from './open-table.ts';
import { givePlaces } from './places.ts';
import { type StoredRow, storedRow } from './row-reader.ts';
import { addEntries, narrowingRelationships, removeEntries } from './search-entries.ts';
import { enterWholeWords } from './whole-words.ts';

/** SQL columns and their new values; the keys are the schema's columns and the row's own `_` columns. */
export type StoredValues = ReadonlyMap<string, string | number | null>;

/** What is stored beside the texts among `values`: their search and sort keys, by column. */
export function collatedValues(
  table: TableSchema,
  values: StoredValues,
): [column: string, key: string | Uint8Array | null][] {
  return collatedColumns(table).flatMap((column): [string, string | Uint8Array | null][] => {
    const text = values.get(column);
    if (text === undefined) return [];
    return [
      [searchColumn(column), typeof text === 'string' ? searchKey(text) : null],
      [sortColumn(column), typeof text === 'string' ? sortKey(text) : null],
    ];
  });
}

/** Brings the orders and the search of a table up to a row as it was stored, if it was there, and as it is now, if it is. */
export function reindexRow(table: OpenTable, before?: StoredRow, after?: StoredRow): void {
  if (before) enterWholeWords(table, before, 'delete');
  if (after) enterWholeWords(table, after, 'add');
  const orders = rankings(table).map(({ attribute }) => systemColumns.get(attribute) ?? attribute);
  const relationships = narrowingRelationships(table).map(({ key }) => key);
  if (![...orders, ...relationships].some((column) => before?.[column] !== after?.[column])) return;
  if (before) removeEntries(table, before);
  if (after) {
    givePlaces(table, Number(after._sequence));
    addEntries(table, storedRow(table, after._sequence) ?? after);
  }
  recount(table, before ? [before] : [], after ? [after] : []);
}
