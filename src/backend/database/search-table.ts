import type { TableSchema } from '../schema.ts';
import { keptBy, type Ranking, searchedColumns, searchOrders } from './collated-columns.ts';
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

/** The tables by which the matches of a searched column are counted. */
export interface CountTables {
  readonly key: string;
  /** Each word of the column's keys, with the number of rows that hold it. */
  readonly words: string;
  /** The trigrams of the words. The rowid is the word's id. */
  readonly trigrams: string;
  /** The words of each row. The rowid is the row's `_sequence`. */
  readonly rows: string;
  /** What is counted of each row, as `countedGrams` says, with the number of rows that hold it. */
  readonly grams: string;
}

export function searchTables(table: TableSchema): SearchTables[] {
  return searchedColumns(table).flatMap((key) =>
    searchOrders(table, key).map((order) => {
      const name = (length: string) => named(table, key, order.attribute, length);
      return { key, order, long: name('long'), short: name('short') };
    }),
  );
}

export function countTables(table: TableSchema): CountTables[] {
  return searchedColumns(table).map((key) => ({
    key,
    words: named(table, key, '$words', 'counts'),
    trigrams: named(table, key, '$words', 'long'),
    rows: named(table, key, '$words', 'rows'),
    grams: named(table, key, '$grams', 'counts'),
  }));
}

function named(table: TableSchema, ...parts: string[]): string {
  return quoted(['search', table.databaseId, table.id, ...parts, keptBy].join('/'));
}

/** The SQL of the tables. Full-text tables hold no texts, only where each gram or word occurs. */
export function searchTableObjects(table: TableSchema): string[] {
  return [
    ...searchTables(table).flatMap(({ long, short }) => [trigramTable(long), wordTable(short)]),
    ...countTables(table).flatMap(({ words, trigrams, rows, grams }) => [
      ...countTable(words),
      trigramTable(trigrams),
      wordTable(rows),
      ...countTable(grams),
    ]),
  ];
}

function trigramTable(name: string): string {
  return fullText(name, `tokenize='trigram case_sensitive 1'`);
}

function wordTable(name: string): string {
  return fullText(name, `detail=none, tokenize='ascii'`);
}

function fullText(name: string, options: string): string {
  return `CREATE VIRTUAL TABLE ${name} USING fts5("/grams", content='', contentless_delete=1, ${options})`;
}

/** `count` is not declared NOT NULL: a statement that could fail at its second row makes FTS5 write what it has gathered. */
function countTable(name: string): string[] {
  return [
    `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, count INTEGER) STRICT`,
    `CREATE INDEX ${name.replace(/"$/, '/none"')} ON ${name} (count) WHERE count = 0`,
  ];
}
