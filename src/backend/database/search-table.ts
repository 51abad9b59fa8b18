import type { TableSchema } from '../schema.ts';
import { type Ranking, searchedColumns, searchOrders } from './collated-columns.ts';
import { quoted } from './names.ts';

/**
 * The full-text tables of one searched column in one order. The rowid of an entry is the row's place in that order,
 * so that the first matches are the first rows of the page. `long` finds texts of three or more characters
 * (trigrams), `short` those of one or two.
 */
export interface SearchTables {
  readonly key: string;
  readonly order: Ranking;
  readonly long: string;
  readonly short: string;
}

export function searchTables(table: TableSchema): SearchTables[] {
  return searchedColumns(table).flatMap((key) =>
    searchOrders(table, key).map((order) => {
      const name = (length: string) =>
        quoted(`search/${table.databaseId}/${table.id}/${key}/${order.attribute}/${length}`);
      return { key, order, long: name('long'), short: name('short') };
    }),
  );
}

/** The tables as names and SQL. They hold no texts, only where each gram occurs. */
export function searchTableObjects(table: TableSchema): [name: string, sql: string][] {
  const create = (name: string, options: string): [string, string] => [
    name.slice(1, -1).replaceAll('""', '"'),
    `CREATE VIRTUAL TABLE ${name} USING fts5("/grams", content='', contentless_delete=1, ${options})`,
  ];
  return searchTables(table).flatMap(({ long, short }) => [
    create(long, `tokenize='trigram case_sensitive 1'`),
    create(short, `detail=none, tokenize='ascii'`),
  ]);
}
