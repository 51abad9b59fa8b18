import type { DatabaseSync } from 'node:sqlite';
import { needles } from '#text/condition.ts';
import { searchedTexts } from '../database/collated-columns.ts';
import { tableName } from '../database/names.ts';
import { countsOf } from '../database/search-entries.ts';
import { EVERY_ROW_GRAM, gramWord, relatedGram } from '../database/search-grams.ts';
import { statement } from '../database/statements.ts';
import { keptOf } from '../kept.ts';
import { countSource, narrowedBy, sourceInOrder } from './lookup.ts';
import type { Reading } from './reading.ts';

/** Counts the rows that match: exact, however many, but for words in long texts (`mostCountedPages`). */
export function countRows(reading: Reading): number {
  const { table, readsAll } = reading;
  const sooner = readsAll ? soonTotal(reading) : undefined;
  if (sooner !== undefined) return sooner;
  const where = reading.searchedWhere();
  const sql = `SELECT count(*) AS total FROM ${tableName(table)} ${where.text}`;
  return Number(statement(table.database, sql).get(...where.values)?.total);
}

/**
 * The total of all rows, permissions aside: kept for one word, one or two characters and one related row, else counted
 * from the words of each row, or by the full-text index where that is faster. Undefined when no index tells it.
 */
export function soonTotal(reading: Reading): number | undefined {
  const { table, lookup } = reading;
  const { database } = table;
  const gram = keptGram(reading);
  if (gram !== undefined) {
    const text = lookup?.text ?? searchedTexts(table)[0];
    return text && (countsOf(database, text.grams, [gram]).get(gram)?.count ?? 0);
  }
  const isShort = lookup?.expression.length === 'short' && lookup.expression.exact;
  const words = isShort ? undefined : reading.findWords();
  const source = words ?? (lookup?.rest.length === 0 ? sourceInOrder(lookup) : undefined);
  return source && countSource(database, source);
}

/** The key of the counter, when the question asks for all rows, those of one related row, or one short text. */
function keptGram({ table, terms, lookup }: Reading): string | undefined {
  const [term, ...others] = terms;
  if (!term) return EVERY_ROW_GRAM;
  const narrowed = others.length === 0 ? narrowedBy(table, term) : undefined;
  if (narrowed) return relatedGram(narrowed.relationship, narrowed.id);
  if (!lookup || lookup.others.length > 0 || lookup.narrowing.length > 0) return undefined;
  const [text = '', ...more] = needles(lookup.condition);
  return more.length === 0 && [...text].length < 3 ? gramWord(text) : undefined;
}

/** The number that `count` counts, from memory when nothing was written since it was counted last by this name. */
export function keptTotal(database: DatabaseSync, name: string, count: () => number): number {
  // A transaction may still be rolled back.
  if (database.isTransaction) return count();
  const totals = keptOf(database).shelf<number>('total', () => 0);
  return totals.get(name, count);
}
