import type { DatabaseSync } from 'node:sqlite';
import { wordToken } from '../database/count-entries.ts';
import { relatedWord } from '../database/search-grams.ts';
import { countTables } from '../database/search-table.ts';
import { statement } from '../database/statements.ts';
import type { TableSchema } from '../schema.ts';
import { holdersMatch, holdersOf, wordCount } from './holders.ts';
import type { Lookup, Source } from './lookup.ts';
import { findWords } from './word-finder.ts';

/** The most words in one MATCH: with more, the trigrams, or a scan of the rows, are faster. */
const MOST_WORDS = { beforeTrigrams: 64, beforeRows: 1000 };

/** A query of the words of each row; `match` is empty when no row can match. */
export interface WordSource extends Source {
  /** The number of matches, when it is kept. */
  readonly total?: number;
}

/**
 * The query of the words of each row, whose rowids are `_sequence`. Undefined when the index does not cover the whole
 * question, when words cannot decide it, or when too many words match.
 */
export function wordSource(
  database: DatabaseSync,
  table: TableSchema,
  { key, condition, expression, narrowing, others }: Lookup,
): WordSource | undefined {
  const tables = countTables(table).find((one) => one.key === key);
  if (!tables || others.length > 0) return undefined;
  const found = new Map<string, ReturnType<typeof findWords>>();
  const find = (text: string) => {
    if (!found.has(text)) found.set(text, findWords(database, tables, text));
    return found.get(text);
  };
  const from = tables.rows;
  const holders = holdersOf(condition, find);
  const most = expression.exact ? MOST_WORDS.beforeTrigrams : MOST_WORDS.beforeRows;
  if (!holders || wordCount(holders) > most) return undefined;
  const match = holdersMatch(holders, wordToken);
  if (match === '') return { from, match, total: 0 };
  const [word] = holders.words;
  if (word && match === wordToken(word.id) && narrowing.length === 0)
    return { from, match, total: word.count };
  const related = narrowing.map(({ relationship, sequence }) => relatedWord(relationship, sequence));
  return { from, match: [`(${match})`, ...related].join(' AND ') };
}

/** Counts the matches, up to `most`. */
export function countSource(database: DatabaseSync, { from, match, total }: WordSource, most = -1): number {
  if (total !== undefined) return total;
  const sql = `SELECT count(*) AS total FROM (SELECT rowid FROM ${from} WHERE ${from} MATCH ? LIMIT ?)`;
  return Number(statement(database, sql).get(match, most)?.total);
}
