import type { DatabaseSync } from 'node:sqlite';
import type { Filter } from '../queries/row-query.ts';
import type { TableSchema } from '../schema.ts';
import { rankings } from './collated-columns.ts';
import { filterSql } from './filter-sql.ts';
import { quoted } from './names.ts';
import { sequenceOf } from './search-entries.ts';
import { type SearchSource, searchSource } from './search-source.ts';
import { type WordSource, wordSource } from './search-total.ts';
import { joined, type Sql } from './sql.ts';

/** The condition of every row, which is left out of a WHERE: SQLite counts a whole table faster without. */
export const EVERY_ROW_SQL = 'TRUE';

/** `WHERE …` for filters that must all hold, on rows that `readable` lets through; empty for every row. */
export function whereSql(
  database: DatabaseSync,
  table: TableSchema,
  filters: readonly Filter[],
  readable: Sql,
): Sql {
  return where([
    ...filters.map((filter) => narrowed(database, filter) ?? filterSql(filter, table)),
    readable,
  ]);
}

/** The same, looking up what the search of the table can find. */
export function searchedWhereSql(
  database: DatabaseSync,
  table: TableSchema,
  filters: readonly Filter[],
  readable: Sql,
): Sql {
  const source = anySource(database, table, filters);
  if (!source) return whereSql(database, table, filters, readable);
  const { tables, from, match, rest } = source;
  const words = rest.length > 0 ? wordSource(database, table, filters) : undefined;
  if (words) return where([wordsSql(words), readable]);
  const found = {
    text: `${tables.order.place} IN (SELECT rowid FROM ${from} WHERE ${from} MATCH ?)`,
    values: [match],
  };
  return where([found, ...rest.map((filter) => filterSql(filter, table)), readable]);
}

function wordsSql({ from, match }: WordSource): Sql {
  if (match === '') return { text: 'FALSE', values: [] };
  return { text: `_sequence IN (SELECT rowid FROM ${from} WHERE ${from} MATCH ?)`, values: [match] };
}

/** The source of what filters find, in whichever order. */
export function anySource(
  database: DatabaseSync,
  table: TableSchema,
  filters: readonly Filter[],
): SearchSource | undefined {
  for (const { attribute } of rankings(table)) {
    const source = searchSource(database, table, filters, attribute);
    if (source) return source;
  }
  return undefined;
}

/** A filter on the id of the related row as one value of the column, so that an index can be read in order. */
function narrowed(database: DatabaseSync, filter: Filter): Sql | undefined {
  if (filter.kind !== 'related' || filter.filter.kind !== 'test') return undefined;
  const { method, attribute, values } = filter.filter;
  const [id] = values;
  if (method !== 'equal' || attribute !== '$id' || values.length !== 1 || typeof id !== 'string')
    return undefined;
  const known = sequenceOf(database, filter.table, id) !== undefined;
  return known ? { text: `${quoted(filter.column.key)} = ?`, values: [id] } : { text: 'FALSE', values: [] };
}

function where(conditions: readonly Sql[]): Sql {
  const said = conditions.filter(({ text }) => text !== EVERY_ROW_SQL);
  const all = joined(said, 'AND');
  return said.length === 0 ? { text: '', values: [] } : { text: `WHERE ${all.text}`, values: all.values };
}
