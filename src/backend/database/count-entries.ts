import type { DatabaseSync } from 'node:sqlite';
import type { TableSchema } from '../schema.ts';
import { searchColumn } from './collated-columns.ts';
import { keyWords } from './key-words.ts';
import type { OpenTable } from './open-table.ts';
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
import { statement } from './statements.ts';

/** The token of a word in the full-text table of the rows. */
export const wordToken = (id: number): string => `w${id}`;

/** Updates the counters and the words of a table for rows as they were stored, and as they are now. */
export function recount(table: OpenTable, before: readonly StoredRow[], after: readonly StoredRow[]): void {
  const { database } = table;
  for (const tables of countTables(table)) {
    const grams = (row: StoredRow) => countedGrams(table, tables, row);
    changeCounts(database, tables.grams, changes(before.flatMap(grams), after.flatMap(grams)));
    const withWords = (row: StoredRow) => {
      const text = row[searchColumn(tables.key)];
      return typeof text === 'string' ? [{ row, words: keyWords(text) }] : [];
    };
    const [old, now] = [before.flatMap(withWords), after.flatMap(withWords)];
    const [oldWords, words] = [old.flatMap((one) => one.words), now.flatMap((one) => one.words)];
    const { entered, left } = changeCounts(database, tables.words, changes(oldWords, words));
    for (const id of left) removeEntry(table, tables.trigrams, id);
    for (const { row } of old) removeEntry(table, tables.rows, Number(row._sequence));
    if (old.length > 0) forgetLastRowid(table);
    for (const { id, text } of entered) addEntry(table, tables.trigrams, id, text);
    const ids = countsOf(database, tables.words, words);
    for (const { row, words } of now) {
      const related = relatedSequences(table, row).map((one) => relatedWord(...one));
      const tokens = words.map((word) => wordToken(ids.get(word)?.id ?? 0));
      addEntry(table, tables.rows, Number(row._sequence), [...tokens, ...related].join(' '));
    }
  }
}

/** The counters a row belongs to besides those of its words: all rows, its related rows, one and two characters of its key. */
function countedGrams(table: TableSchema, { key }: CountTables, row: StoredRow): string[] {
  const text = row[searchColumn(key)];
  const related = narrowingRelationships(table).flatMap((column, number) => {
    const id = row[column.key];
    return typeof id === 'string' ? [relatedGram(number, id)] : [];
  });
  return [EVERY_ROW_GRAM, ...related, ...(typeof text === 'string' ? shortGrams(text) : [])];
}

/** By how much the number of rows that hold each text changes. */
function changes(before: readonly string[], after: readonly string[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const text of before) sums.set(text, (sums.get(text) ?? 0) - 1);
  for (const text of after) sums.set(text, (sums.get(text) ?? 0) + 1);
  return new Map([...sums].filter(([, sum]) => sum !== 0));
}

/** A text of a count table, and the number of rows that hold it. */
export interface Counted {
  readonly id: number;
  readonly text: string;
  readonly count: number;
}

/**
 * Changes the numbers of rows in a count table by the number beside each text. A text that no row holds any more
 * leaves the table. Returns what has entered it, and the ids of what has left.
 */
function changeCounts(database: DatabaseSync, name: string, changes: ReadonlyMap<string, number>) {
  const unknown = statement(
    database,
    `SELECT value FROM json_each(?) WHERE value NOT IN (SELECT text FROM ${name})`,
  )
    .all(JSON.stringify([...changes.keys()]))
    .map(({ value }) => String(value));
  const change = statement(
    database,
    `UPDATE ${name} SET count = count + ? WHERE text IN (SELECT value FROM json_each(?))`,
  );
  for (const [by, alike] of Map.groupBy(changes, ([, by]) => by))
    change.get(by, JSON.stringify(alike.map(([text]) => text)));
  const entered = unknown.map((text) => {
    const insert = statement(database, `INSERT INTO ${name} (text, count) VALUES (?, ?)`);
    return { id: Number(insert.run(text, changes.get(text) ?? 0).lastInsertRowid), text };
  });
  const left = statement(database, `SELECT id FROM ${name} WHERE count = 0`)
    .all()
    .map(({ id }) => Number(id));
  for (const id of left) statement(database, `DELETE FROM ${name} WHERE id = ?`).get(id);
  return { entered, left };
}

/** The entries of a count table, by text. */
export function countsOf(database: DatabaseSync, name: string, texts: readonly string[]) {
  const sql = `SELECT id, text, count FROM ${name} WHERE text IN (SELECT value FROM json_each(?))`;
  const counted = statement(database, sql).all(JSON.stringify([...new Set(texts)])) as unknown as Counted[];
  return new Map(counted.map((one) => [one.text, one]));
}
