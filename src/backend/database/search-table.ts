import type { TableSchema } from '../schema.ts';
import { keptBy, searchedColumns, searchOrders } from './collated-columns.ts';
import { quoted } from './names.ts';

/**
 * The full-text tables of each searched column in each of its orders. The rowid of an entry is the row's place in that order,
 * so that the first matches are the first rows of the page. `long` finds texts of three or more characters
 * (trigrams), `short` those of one or two.
 */
export function searchTables(table: TableSchema) {
  return searchedColumns(table).flatMap((key) =>
    searchOrders(table, key).map((order) => {
      const name = (length: string) => named(table, key, order.attribute, length);
      return { key, order, long: name('long'), short: name('short') };
    }),
  );
}

export type CountTables = ReturnType<typeof countTables>[number];

/** The tables by which the matches of each searched column are counted. */
export function countTables(table: TableSchema) {
  return searchedColumns(table).map((key) => ({
    key,
    /** Each word of the column's keys, with the number of rows that hold it. */
    words: named(table, key, '$words', 'counts'),
    /** The trigrams of the words. The rowid is the word's id. */
    trigrams: named(table, key, '$words', 'long'),
    /** The words of each row. The rowid is the row's `_sequence`. */
    rows: named(table, key, '$words', 'rows'),
    /** What is counted of each row, as `countedGrams` says, with the number of rows that hold it. */
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
