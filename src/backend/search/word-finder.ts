import type { DatabaseSync } from 'node:sqlite';
import type { Counted } from '../database/counts.ts';
import type { CountTables } from '../database/search-table.ts';
import { statement } from '../database/statements.ts';

/** The most words one text may be found in. */
const MOST_WORDS = 1000;
/** The largest vocabulary that is scanned for a text of one or two characters, which has no trigram. */
const FEW_WORDS = 100_000;

/** The words of a column's vocabulary that contain a text; undefined when there are too many. */
export function findWords(
  database: DatabaseSync,
  { words, trigrams }: CountTables,
  text: string,
): Counted[] | undefined {
  const short = [...text].length < 3;
  if (short && largestId(database, words) > FEW_WORDS) return undefined;
  const holding = short
    ? 'instr(text, ?) > 0'
    : `id IN (SELECT rowid FROM ${trigrams} WHERE ${trigrams} MATCH ?)`;
  const sql = `SELECT id, text, count FROM ${words} WHERE ${holding} LIMIT ${MOST_WORDS + 1}`;
  const found = statement(database, sql).all(short ? text : `"${text}"`) as unknown as Counted[];
  return found.length > MOST_WORDS ? undefined : found;
}

function largestId(database: DatabaseSync, words: string): number {
  return Number(statement(database, `SELECT max(id) AS id FROM ${words}`).get()?.id ?? 0);
}
