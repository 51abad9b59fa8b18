import type { DatabaseSync } from 'node:sqlite';
import { type Condition, needles } from '#contract/collation/condition.ts';
import { separators } from '#contract/collation/search-key.ts';
import type { Filter } from '../queries/row-query.ts';
import type { TableSchema } from '../schema.ts';
import { wordToken } from './count-entries.ts';
import { countsOf } from './counts.ts';
import { holdersMatch, holdersOf, wordCount } from './holders.ts';
import { searchExpression } from './search-expression.ts';
import { relatedWord } from './search-grams.ts';
import { type SearchQuestion, searchQuestion } from './search-source.ts';
import { type CountTables, countTables } from './search-table.ts';
import { statement } from './statements.ts';
import { findWords } from './word-finder.ts';

/** Words that FTS5 puts together in less time than it takes to check the trigrams of one. */
const MOST_WORDS = 64;

/**
 * The number of rows that filters (which all must hold) find. Where one word or one character tells, the number
 * stands beside it. Undefined where nothing that is kept for counting tells, or not soon.
 */
export function searchTotal(
  database: DatabaseSync,
  table: TableSchema,
  filters: readonly Filter[],
): number | undefined {
  for (const tables of countTables(table)) {
    const question = searchQuestion(database, table, filters, tables.key);
    if (!question) continue;
    if (question.asked.length + question.narrowing.length < filters.length) return undefined;
    return isShort(question.condition)
      ? shortTotal(database, tables, question)
      : wordTotal(database, tables, question);
  }
  return undefined;
}

function isShort(condition: Condition): boolean {
  const expression = searchExpression(condition);
  return expression?.length === 'short' && expression.exact;
}

/** The number of rows that hold one text of one or two characters. */
function shortTotal(
  database: DatabaseSync,
  tables: CountTables,
  { condition, narrowing }: SearchQuestion,
): number | undefined {
  const [text = '', ...others] = needles(condition);
  if (others.length > 0 || narrowing.length > 0) return undefined;
  const count = (character: string) =>
    countsOf(database, tables.characters, [character]).get(character)?.count ?? 0;
  if ([...text].length === 1) return count(text);
  // Two characters of a word that every row holds, such as the pdf of every file name. Every key has sections.
  const everyRow = count(separators.section);
  return findWords(database, tables, text)?.some((word) => word.count === everyRow) ? everyRow : undefined;
}

function wordTotal(
  database: DatabaseSync,
  tables: CountTables,
  { condition, narrowing }: SearchQuestion,
): number | undefined {
  const found = new Map<string, ReturnType<typeof findWords>>();
  const find = (text: string) => {
    if (!found.has(text)) found.set(text, findWords(database, tables, text));
    return found.get(text);
  };
  const holders = holdersOf(condition, find);
  if (!holders || wordCount(holders) > MOST_WORDS) return undefined;
  const match = holdersMatch(holders, wordToken);
  if (match === '') return 0;
  const [word] = holders.words;
  if (word && match === wordToken(word.id) && narrowing.length === 0) return word.count;
  const related = narrowing.map((one) => relatedWord(...one.related));
  const sql = `SELECT count(*) AS total FROM ${tables.rows} WHERE ${tables.rows} MATCH ?`;
  return Number(statement(database, sql).get([`(${match})`, ...related].join(' AND '))?.total);
}
