import { needles } from '#contract/collation/condition.ts';
import { mostCountedPages } from '#contract/most-counted-pages.ts';
import { countsOf } from '../database/count-entries.ts';
import { tableName } from '../database/names.ts';
import { EVERY_ROW_GRAM, gramWord, relatedGram } from '../database/search-grams.ts';
import { countTables } from '../database/search-table.ts';
import { statement } from '../database/statements.ts';
import { narrowedBy } from './lookup.ts';
import type { Reading } from './reading.ts';
import { wholeWordsSource } from './whole-words.ts';
import { countSource } from './words.ts';

/** Counts the rows that match: exact, however many, but for words in long texts (`mostCountedPages`). */
export function countRows(reading: Reading): number {
  const { table, lookup, readsAll } = reading;
  const { database } = table;
  const words = wholeWordsSource(reading);
  // Where words stand side by side is looked up hit by hit.
  if (words) return countSource(database, words, mostCountedPages);
  const sooner = readsAll ? soonTotal(reading) : undefined;
  if (sooner !== undefined) return sooner;
  const source = readsAll && lookup?.rest.length === 0 ? reading.anySource() : undefined;
  if (source) return countSource(database, source);
  const where = reading.searchedWhere();
  const sql = `SELECT count(*) AS total FROM ${tableName(table)} ${where.text}`;
  return Number(statement(database, sql).get(...where.values)?.total);
}

/**
 * The total of all rows, permissions aside, from the counters: kept for one word, one or two characters and one related
 * row, else counted from the words of each row. Undefined when neither is faster than the full-text index.
 */
export function soonTotal(reading: Reading): number | undefined {
  const { table, lookup } = reading;
  const { database } = table;
  const gram = keptGram(reading);
  if (gram === undefined) {
    const isShort = lookup?.expression.length === 'short' && lookup.expression.exact;
    const words = isShort ? undefined : reading.findWords();
    return words && countSource(database, words);
  }
  const tables = countTables(table).find(({ key }) => !lookup || key === lookup.key);
  return tables && (countsOf(database, tables.grams, [gram]).get(gram)?.count ?? 0);
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
