import type { SQLOutputValue } from 'node:sqlite';
import { type RelationshipColumn, relationships, type TableSchema } from '../schema.ts';
import { placeColumn, searchColumn } from './collated-columns.ts';
import { tableName } from './names.ts';
import type { OpenTable } from './open-table.ts';
import type { StoredRow } from './row-reader.ts';
import { MOST_RELATIONSHIPS, relatedTrigram, relatedWord, shortGrams } from './search-grams.ts';
import { searchTables } from './search-table.ts';
import { statement } from './statements.ts';

/** The relationships that searches of a table can be narrowed by, each known by its position. */
export function narrowingRelationships(table: TableSchema): RelationshipColumn[] {
  return relationships(table).slice(0, MOST_RELATIONSHIPS);
}

/** Puts a row, as it is stored now with its keys and places, into the full-text tables: of all orders, or one. */
export function addEntries(table: OpenTable, row: StoredRow, attribute?: string): void {
  const related = relatedSequences(table, row);
  const trigrams = related.map((one) => relatedTrigram(...one)).join('');
  const words = related.map((one) => relatedWord(...one));
  for (const [key, orders] of Map.groupBy(searchTables(table), (one) => one.key)) {
    const text = row[searchColumn(key)];
    if (typeof text !== 'string') continue;
    const grams = [...shortGrams(text), ...words].join(' ');
    for (const { order, long, short } of orders) {
      if (attribute !== undefined && order.attribute !== attribute) continue;
      const place = Number(row[placeColumn(order.attribute)]);
      addEntry(table, long, place, text + trigrams);
      addEntry(table, short, place, grams);
    }
  }
}

/** Takes a row, as it was stored, out of the full-text tables. */
export function removeEntries(table: OpenTable, row: StoredRow): void {
  for (const { key, order, long, short } of searchTables(table)) {
    if (typeof row[searchColumn(key)] !== 'string') continue;
    const place = Number(row[placeColumn(order.attribute)]);
    for (const from of [long, short]) removeEntry(table, from, place);
  }
  forgetLastRowid(table);
}

/** Puts one entry into a full-text table. */
export function addEntry({ database }: OpenTable, into: string, rowid: number, text: string): void {
  statement(database, `INSERT INTO ${into} (rowid, "/grams") VALUES (?, ?)`).run(rowid, text);
}

/** Takes one entry out of a full-text table; call `forgetLastRowid` after the last one. */
export function removeEntry({ database }: OpenTable, from: string, rowid: number): void {
  statement(database, `DELETE FROM ${from} WHERE rowid = ?`).get(rowid);
}

/**
 * FTS5 leaves a rowid of its own beyond 2^53 as the connection's last one when it deletes, and node:sqlite throws on
 * reading that after any later statement.
 */
export function forgetLastRowid({ database }: OpenTable): void {
  database.exec('CREATE TEMP TABLE IF NOT EXISTS last_rowid (id INTEGER PRIMARY KEY)');
  statement(database, 'REPLACE INTO temp.last_rowid (id) VALUES (1)').run();
}

/** The rows that the relationships of a row name, as the number of the relationship and the row's sequence. */
export function relatedSequences(table: OpenTable, row: StoredRow): [number: number, sequence: number][] {
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
