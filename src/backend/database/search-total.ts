import type { DatabaseSync } from 'node:sqlite';
import { type Condition, needles } from '#contract/collation/condition.ts';
import type { Filter } from '../queries/row-query.ts';
import type { TableSchema } from '../schema.ts';
import { wordToken } from './count-entries.ts';
import { countsOf } from './counts.ts';
import { holdersMatch, holdersOf, wordCount } from './holders.ts';
import { searchExpression } from './search-expression.ts';
import { EVERY_ROW_GRAM, gramWord, relatedGram, relatedWord } from './search-grams.ts';
import { narrowedBy, type SearchQuestion, searchQuestion } from './search-source.ts';
import { type CountTables, countTables } from './search-table.ts';
import { statement } from './statements.ts';
import { findWords } from './word-finder.ts';

/** Words that FTS5 puts together in less time than it takes to check the trigrams of one. */
const MOST_WORDS = 64;

/** What the full-text table of the words of each row is asked to find the rows that filters find. */
export interface WordSource {
  readonly from: string;
  /** In the language of FTS5's MATCH; empty where nothing is found. */
  readonly match: string;
  /** The number of rows, where it is known without a count. */
  readonly total?: number;
}

/**
 * The number of rows that filters (which all must hold) find. Where one word, one or two characters or one related row
 * tells, the number stands beside it. Undefined where nothing that is kept for counting tells, or not soon.
 */
export function searchTotal(
  database: DatabaseSync,
  table: TableSchema,
  filters: readonly Filter[],
): number | undefined {
  const [tables] = countTables(table);
  const gram = rowsGram(database, table, filters);
  if (tables && gram !== undefined) return gramTotal(database, tables, gram);
  const asked = askedQuestion(database, table, filters);
  if (!asked) return undefined;
  if (isShort(asked.question.condition)) return shortTotal(database, asked.tables, asked.question);
  const source = sourceOf(database, asked);
  return source && countOf(database, source);
}

/** Whether the filters (which all must hold) are known to find fewer rows than `few`. */
export function findsFew(
  database: DatabaseSync,
  table: TableSchema,
  filters: readonly Filter[],
  few: number,
): boolean {
  const source = wordSource(database, table, filters);
  return source !== undefined && countOf(database, source, few) < few;
}

/** The number of rows, counted no further than to `most`. */
function countOf(database: DatabaseSync, { from, match, total }: WordSource, most = -1): number {
  if (total !== undefined) return total;
  const sql = `SELECT count(*) AS total FROM (SELECT rowid FROM ${from} WHERE ${from} MATCH ? LIMIT ?)`;
  return Number(statement(database, sql).get(match, most)?.total);
}

/** Where the rows that filters (which all must hold) find can be read, in the order of their `_sequence`. */
export function wordSource(
  database: DatabaseSync,
  table: TableSchema,
  filters: readonly Filter[],
): WordSource | undefined {
  const asked = askedQuestion(database, table, filters);
  return asked && sourceOf(database, asked);
}

interface Asked {
  readonly tables: CountTables;
  readonly question: SearchQuestion;
}

/** The question to one column that the filters are, if they ask nothing else. */
function askedQuestion(
  database: DatabaseSync,
  table: TableSchema,
  filters: readonly Filter[],
): Asked | undefined {
  for (const tables of countTables(table)) {
    const question = searchQuestion(database, table, filters, tables.key);
    if (question)
      return question.asked.length + question.narrowing.length === filters.length
        ? { tables, question }
        : undefined;
  }
  return undefined;
}

function isShort(condition: Condition): boolean {
  const expression = searchExpression(condition);
  return expression?.length === 'short' && expression.exact;
}

/** What all rows, or those of one related row, are counted by, if the filters ask for no others. */
function rowsGram(
  database: DatabaseSync,
  table: TableSchema,
  filters: readonly Filter[],
): string | undefined {
  const [filter, ...others] = filters;
  if (!filter) return EVERY_ROW_GRAM;
  const narrowed = others.length === 0 ? narrowedBy(database, table, filter) : undefined;
  return narrowed && relatedGram(narrowed.relationship, narrowed.id);
}

function gramTotal(database: DatabaseSync, { grams }: CountTables, gram: string): number {
  return countsOf(database, grams, [gram]).get(gram)?.count ?? 0;
}

/** The number of rows that hold one text of one or two characters. */
function shortTotal(
  database: DatabaseSync,
  tables: CountTables,
  { condition, narrowing }: SearchQuestion,
): number | undefined {
  const [text = '', ...others] = needles(condition);
  if (others.length > 0 || narrowing.length > 0) return undefined;
  return gramTotal(database, tables, gramWord(text));
}

function sourceOf(
  database: DatabaseSync,
  { tables, question: { condition, narrowing } }: Asked,
): WordSource | undefined {
  const found = new Map<string, ReturnType<typeof findWords>>();
  const find = (text: string) => {
    if (!found.has(text)) found.set(text, findWords(database, tables, text));
    return found.get(text);
  };
  const from = tables.rows;
  const holders = holdersOf(condition, find);
  if (!holders || wordCount(holders) > MOST_WORDS) return undefined;
  const match = holdersMatch(holders, wordToken);
  if (match === '') return { from, match, total: 0 };
  const [word] = holders.words;
  if (word && match === wordToken(word.id) && narrowing.length === 0)
    return { from, match, total: word.count };
  const related = narrowing.map(({ relationship, sequence }) => relatedWord(relationship, sequence));
  return { from, match: [`(${match})`, ...related].join(' AND ') };
}
