import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type RelationshipColumn, relationships, type TableSchema } from '../schema.ts';
import { keptColumn, searchedTexts } from './collated-columns.ts';
import { keyWords } from './key-words.ts';
import { tableName } from './names.ts';
import type { OpenTable } from './open-table.ts';
import type { StoredRow } from './row-reader.ts';
import {
  EVERY_ROW_GRAM,
  MOST_RELATIONSHIPS,
  relatedGram,
  relatedTrigram,
  relatedWord,
  shortGrams,
  wordToken,
} from './search-grams.ts';
import { statement } from './statements.ts';

/** The relationships that searches of a table can be narrowed by, each known by its position. */
export function narrowingRelationships(table: TableSchema): RelationshipColumn[] {
  return relationships(table).slice(0, MOST_RELATIONSHIPS);
}

/** The search key of a column of a row. A text that is NULL is found as little as an empty one. */
const textOf = (row: StoredRow, key: string): string => String(row[keptColumn(key, 'search')] ?? '');

/** Puts a row, as it is stored now with its keys and places, into the full-text tables: of all orders, or one. */
export function addEntries(table: OpenTable, row: StoredRow, attribute?: string): void {
  const related = relatedSequences(table, row);
  const trigrams = related.map((one) => relatedTrigram(...one)).join('');
  const words = related.map((one) => relatedWord(...one));
  for (const { key, orders } of searchedTexts(table)) {
    const text = textOf(row, key);
    const grams = [...shortGrams(text), ...words].join(' ');
    for (const order of orders) {
      if (attribute !== undefined && order.attribute !== attribute) continue;
      const place = Number(row[keptColumn(order.attribute, 'place')]);
      addEntry(table, order.long, place, text + trigrams);
      addEntry(table, order.short, place, grams);
    }
  }
}

/** Takes a row, as it was stored, out of the full-text tables of all orders. */
export function removeEntries(table: OpenTable, row: StoredRow): void {
  for (const { attribute, long, short } of searchedTexts(table).flatMap(({ orders }) => orders))
    for (const from of [long, short]) removeEntry(table, from, Number(row[keptColumn(attribute, 'place')]));
}

/** Updates the counters and the words of a table for rows as they were stored, and as they are now. */
export function recount(table: OpenTable, before: readonly StoredRow[], after: readonly StoredRow[]): void {
  for (const { key, words, trigrams, rows, grams } of searchedTexts(table)) {
    const gramsOf = (row: StoredRow) => countedGrams(table, row, textOf(row, key));
    changeCounts(table.database, grams, before.flatMap(gramsOf), after.flatMap(gramsOf));
    const wordsOf = (row: StoredRow) => keyWords(textOf(row, key));
    const now = after.map((row) => ({ row, words: wordsOf(row) }));
    const nowWords = now.flatMap((one) => one.words);
    const { ids, entered, left } = changeCounts(table.database, words, before.flatMap(wordsOf), nowWords);
    for (const id of left) removeEntry(table, trigrams, id);
    for (const text of entered) addEntry(table, trigrams, ids.get(text) ?? 0, text);
    for (const row of before) removeEntry(table, rows, Number(row._sequence));
    for (const { row, words } of now) {
      const related = relatedSequences(table, row).map((one) => relatedWord(...one));
      const tokens = words.map((word) => wordToken(ids.get(word) ?? 0));
      addEntry(table, rows, Number(row._sequence), [...tokens, ...related].join(' '));
    }
  }
}

/** The counters a row belongs to besides those of its words: all rows, its related rows, one and two characters of its key. */
function countedGrams(table: TableSchema, row: StoredRow, text: string): string[] {
  const related = narrowingRelationships(table).flatMap((column, number) => {
    const id = row[column.key];
    return typeof id === 'string' ? [relatedGram(number, id)] : [];
  });
  return [EVERY_ROW_GRAM, ...related, ...shortGrams(text)];
}

/**
 * Changes the numbers of rows in a count table for texts that rows held, and those they hold now. A text that no row holds
 * any more leaves the table. Returns the ids of all of them, the texts that have entered it, and the ids of what has left.
 */
function changeCounts(
  database: DatabaseSync,
  name: string,
  before: readonly string[],
  after: readonly string[],
) {
  const changes = new Map<string, number>();
  for (const text of before) changes.set(text, (changes.get(text) ?? 0) - 1);
  for (const text of after) changes.set(text, (changes.get(text) ?? 0) + 1);
  const known = countsOf(database, name, [...changes.keys()]);
  const ids = new Map(Array.from(known, ([text, { id }]) => [text, id]));
  const [entered, left]: [string[], number[]] = [[], []];
  // A row at a time: a statement that could fail at its second one makes FTS5 write what it has gathered.
  const insert = statement(database, `INSERT INTO ${name} (text, count) VALUES (?, ?)`);
  const change = statement(database, `UPDATE ${name} SET count = count + ? WHERE id = ?`);
  const remove = statement(database, `DELETE FROM ${name} WHERE id = ?`);
  for (const [text, by] of changes) {
    const counted = known.get(text);
    if (!counted && by > 0) {
      ids.set(text, Number(insert.run(text, by).lastInsertRowid));
      entered.push(text);
    } else if (counted && counted.count + by === 0) {
      remove.run(counted.id);
      left.push(counted.id);
    } else if (counted && by !== 0) change.run(by, counted.id);
  }
  return { ids, entered, left };
}

/** A text of a count table, and the number of rows that hold it. */
export interface Counted {
  readonly id: number;
  readonly text: string;
  readonly count: number;
}

/** The entries of a count table, by text. */
export function countsOf(database: DatabaseSync, name: string, texts: readonly string[]) {
  const sql = `SELECT id, text, count FROM ${name} WHERE text IN (SELECT value FROM json_each(?))`;
  const counted = statement(database, sql).all(JSON.stringify([...new Set(texts)])) as unknown as Counted[];
  return new Map(counted.map((one) => [one.text, one]));
}

/** Puts one entry into a full-text table. */
function addEntry({ database }: OpenTable, into: string, rowid: number, text: string): void {
  statement(database, `INSERT INTO ${into} (rowid, "/grams") VALUES (?, ?)`).run(rowid, text);
}

/**
 * Takes one entry out of a full-text table. FTS5 leaves a rowid of its own beyond 2^53 as the connection's last one when it
 * deletes, and node:sqlite throws on reading that after any later statement: another one takes its place.
 */
function removeEntry({ database }: OpenTable, from: string, rowid: number): void {
  statement(database, `DELETE FROM ${from} WHERE rowid = ?`).get(rowid);
  database.exec('CREATE TEMP TABLE IF NOT EXISTS last_rowid (id INTEGER PRIMARY KEY)');
  statement(database, 'REPLACE INTO temp.last_rowid (id) VALUES (1)').run();
}

/** The rows that the relationships of a row name, as the number of the relationship and the row's sequence. */
function relatedSequences(table: OpenTable, row: StoredRow): [number: number, sequence: number][] {
  return narrowingRelationships(table).flatMap(({ key, relatedTable }, number) => {
    const sequence = sequenceOf(table.tables.get(relatedTable), row[key]);
    return sequence === undefined ? [] : [[number, sequence] as [number, number]];
  });
}

/** The sequence of a row by its id; undefined when there is none. */
export function sequenceOf(table: OpenTable | undefined, id: SQLOutputValue | undefined) {
  if (!table || typeof id !== 'string') return undefined;
  const sql = `SELECT _sequence FROM ${tableName(table)} WHERE _id = ?`;
  const sequence = statement(table.database, sql).get(id)?._sequence;
  return sequence === undefined ? undefined : Number(sequence);
}
