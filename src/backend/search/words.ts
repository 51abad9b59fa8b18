import type { DatabaseSync } from 'node:sqlite';
import type { SearchedText } from '../database/collated-columns.ts';
import type { OpenTable } from '../database/open-table.ts';
import type { Counted } from '../database/search-entries.ts';
import { relatedWord, wordToken } from '../database/search-grams.ts';
import { statement } from '../database/statements.ts';
import { holdersMatch, holdersOf, wordCount } from './holders.ts';
import type { Lookup, Source } from './lookup.ts';

/** The most words in one MATCH: with more, the trigrams, or a scan of the rows, are faster; and those one text may be found in. */
const MOST_WORDS = { beforeTrigrams: 64, beforeRows: 1000, ofOneText: 1000 };

/**
 * The query of the words of each row, whose rowids are `_sequence`. Undefined when the index does not cover the whole
 * question, when words cannot decide it, or when too many words match.
 */
export function wordSource(table: OpenTable, lookup: Lookup): Source | undefined {
  const { text, condition, expression, narrowing, others } = lookup;
  if (others.length > 0) return undefined;
  const found = new Map<string, ReturnType<typeof findWords>>();
  const find = (part: string) => {
    if (!found.has(part)) found.set(part, findWords(table.database, text, part));
    return found.get(part);
  };
  const source = { from: text.rows, column: '_sequence' };
  const holders = holdersOf(condition, find);
  const most = expression.exact ? MOST_WORDS.beforeTrigrams : MOST_WORDS.beforeRows;
  if (!holders || wordCount(holders) > most) return undefined;
  const match = holdersMatch(holders, wordToken);
  // No row holds what is nothing.
  if (match === '') return { ...source, match: '""', total: 0 };
  const [word] = holders.words;
  if (word && match === wordToken(word.id) && narrowing.length === 0)
    return { ...source, match, total: word.count };
  const related = narrowing.map(({ relationship, sequence }) => relatedWord(relationship, sequence));
  return { ...source, match: [`(${match})`, ...related].join(' AND ') };
}

/** The largest vocabulary that is scanned for a text of one or two characters, which has no trigram. */
const FEW_WORDS = 100_000;

/** The words of a column's vocabulary that contain a text; undefined when there are too many. */
function findWords(database: DatabaseSync, { words, trigrams }: SearchedText, text: string) {
  const short = [...text].length < 3;
  const largestId = statement(database, `SELECT max(id) AS id FROM ${words}`);
  if (short && Number(largestId.get()?.id ?? 0) > FEW_WORDS) return undefined;
  const holding = short
    ? 'instr(text, ?) > 0'
    : `id IN (SELECT rowid FROM ${trigrams} WHERE ${trigrams} MATCH ?)`;
  const sql = `SELECT id, text, count FROM ${words} WHERE ${holding} LIMIT ${MOST_WORDS.ofOneText + 1}`;
  const found = statement(database, sql).all(short ? text : `"${text}"`) as unknown as Counted[];
  return found.length > MOST_WORDS.ofOneText ? undefined : found;
}
