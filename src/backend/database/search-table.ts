import type { TableSchema } from '../schema.ts';
import { keptBy, rankings, searchedColumns } from './collated-columns.ts';
import { quoted } from './names.ts';

/** A text column that is searched by an index, and the tables of that index. */
export type SearchedText = ReturnType<typeof searchedTexts>[number];

/** The searched text columns of a table. */
export function searchedTexts(table: TableSchema) {
  return searchedColumns(table).map((key) => {
    const named = (...parts: string[]) =>
      quoted(['search', table.databaseId, table.id, key, ...parts, keptBy].join('/'));
    const orders = rankings(table).filter(({ attribute }) => attribute === key || attribute === '$createdAt');
    return {
      key,
      /**
       * The orders in which it can be searched: its own, and by date. The rowid of an entry is the row's place in that order, so
       * that the first matches are the first rows of the page. `long` finds texts of three or more characters (trigrams), `short`
       * those of one or two.
       */
      orders: orders.map((order) => ({
        ...order,
        long: named(order.attribute, 'long'),
        short: named(order.attribute, 'short'),
      })),
      /** Each word of the column's keys, with the number of rows that hold it. */
      words: named('$words', 'counts'),
      /** The trigrams of the words. The rowid is the word's id. */
      trigrams: named('$words', 'long'),
      /** The words of each row. The rowid is the row's `_sequence`. */
      rows: named('$words', 'rows'),
      /** What is counted of each row, as `countedGrams` says, with the number of rows that hold it. */
      grams: named('$grams', 'counts'),
    };
  });
}

/** The SQL of the tables. Full-text tables hold no texts, only where each gram or word occurs. */
export function searchTableObjects(table: TableSchema): string[] {
  return searchedTexts(table).flatMap(({ orders, words, trigrams, rows, grams }) => [
    ...orders.flatMap(({ long, short }) => [trigramTable(long), wordTable(short)]),
    countTable(words),
    trigramTable(trigrams),
    wordTable(rows),
    countTable(grams),
  ]);
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

function countTable(name: string): string {
  return `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, count INTEGER) STRICT`;
}
