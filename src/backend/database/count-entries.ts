import type { DatabaseSync } from 'node:sqlite';
import type { TableSchema } from '../schema.ts';
import { searchColumn } from './collated-columns.ts';
import { changeCounts, countsOf } from './counts.ts';
import { keyWords } from './key-words.ts';
import type { StoredRow } from './row-reader.ts';
import {
  addEntry,
  forgetLastRowid,
  narrowingRelationships,
  relatedSequences,
  removeEntry,
} from './search-entries.ts';
import { EVERY_ROW_GRAM, relatedGram, relatedWord, shortGrams } from './search-grams.ts';
import { type CountTables, countTables } from './search-table.ts';

/** What stands for a word in the full-text table of the rows. */
export const wordToken = (id: number): string => `w${id}`;

/** Brings what the matches of a table are counted by from rows as they were stored to rows as they are stored now. */
export function recount(
  database: DatabaseSync,
  table: TableSchema,
  before: readonly StoredRow[],
  after: readonly StoredRow[],
): void {
  for (const tables of countTables(table)) {
    changeCounts(
      database,
      tables.grams,
      changes(before, after, (row) => countedGrams(table, tables, row)),
    );
    const [old, now] = [heldBy(before, tables), heldBy(after, tables)];
    const { entered, left } = changeCounts(
      database,
      tables.words,
      changes(old, now, ({ words }) => words),
    );
    for (const id of left) removeEntry(database, tables.trigrams, id);
    for (const { row } of old) removeEntry(database, tables.rows, Number(row._sequence));
    if (old.length > 0) forgetLastRowid(database);
    for (const { id, text } of entered) addEntry(database, tables.trigrams, id, text);
    const ids = countsOf(
      database,
      tables.words,
      now.flatMap(({ words }) => words),
    );
    for (const { row, words } of now) {
      const related = relatedSequences(database, table, row).map((one) => relatedWord(...one));
      const tokens = words.map((word) => wordToken(ids.get(word)?.id ?? 0));
      addEntry(database, tables.rows, Number(row._sequence), [...tokens, ...related].join(' '));
    }
  }
}

/** The same for a row that changed. Does nothing where nothing changed that matches are counted by. */
export function recountChanged(
  database: DatabaseSync,
  table: TableSchema,
  before: StoredRow,
  after: StoredRow,
): void {
  const columns = [
    ...countTables(table).map(({ key }) => searchColumn(key)),
    ...narrowingRelationships(table).map(([, key]) => key),
  ];
  if (columns.some((column) => before[column] !== after[column])) recount(database, table, [before], [after]);
}

/** What is counted of a row besides the words of its key: the row, what it is related to, one and two characters of its key. */
function countedGrams(table: TableSchema, { key }: CountTables, row: StoredRow): string[] {
  const text = row[searchColumn(key)];
  const related = narrowingRelationships(table).flatMap(([number, column]) => {
    const id = row[column];
    return typeof id === 'string' ? [relatedGram(number, id)] : [];
  });
  return [EVERY_ROW_GRAM, ...related, ...(typeof text === 'string' ? shortGrams(text) : [])];
}

interface Held {
  readonly row: StoredRow;
  readonly words: readonly string[];
}

/** The rows that have a key, with its words. */
function heldBy(rows: readonly StoredRow[], { key }: CountTables): Held[] {
  return rows.flatMap((row) => {
    const text = row[searchColumn(key)];
    return typeof text === 'string' ? [{ row, words: keyWords(text) }] : [];
  });
}

/** By how much the number of rows that hold each text changes. */
function changes<Row>(
  before: readonly Row[],
  after: readonly Row[],
  texts: (row: Row) => readonly string[],
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [rows, change] of [
    [before, -1],
    [after, 1],
  ] as const)
    for (const text of rows.flatMap(texts)) sums.set(text, (sums.get(text) ?? 0) + change);
  return new Map([...sums].filter(([, sum]) => sum !== 0));
}
