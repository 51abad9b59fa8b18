import { mostCountedPages } from '#contract/most-counted-pages.ts';
import { tableName } from '../database/names.ts';
import type { StoredRow } from '../database/row-reader.ts';
import { statement } from '../database/statements.ts';
import { markOf, type WholeWords, wholeWords } from '../database/whole-words.ts';
import type { Reading } from './reading.ts';
import type { Term } from './term.ts';

/** A question that the full-text table answers alone: words, and values that its entries hold. */
function matchOf({ table, terms, readsAll }: Reading): { words: WholeWords; match: string } | undefined {
  const words = wholeWords(table);
  if (!words || !readsAll) return undefined;
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const term of terms) {
    if (term.kind === 'words') wanted.push(term.match);
    else if (isMarked(term, words, 'equal')) wanted.push(marksMatch(term));
    else if (isMarked(term, words, 'notEqual')) unwanted.push(marksMatch(term));
    else return undefined;
  }
  if (!terms.some(({ kind }) => kind === 'words')) return undefined;
  const without = unwanted.map((match) => ` NOT (${match})`).join('');
  return { words, match: `(${wanted.map((match) => `(${match})`).join(' AND ')})${without}` };
}

type Test = Term & { kind: 'test' };

function isMarked(term: Term, { marked }: WholeWords, method: 'equal' | 'notEqual'): term is Test {
  return term.kind === 'test' && term.method === method && marked.includes(term.attribute);
}

function marksMatch({ attribute, values }: Test): string {
  return `marks : (${values.map((value) => `"${markOf(attribute, String(value))}"`).join(' OR ')})`;
}

/** The page of rows in the order of their `$sequence`; undefined where the question asks more than the full-text table knows. */
export function wholeWordsPage(reading: Reading): StoredRow[] | undefined {
  const { orders, limit, offset, cursor } = reading.asked;
  if (cursor || orders === 'random' || orders[0]?.attribute !== '$sequence') return undefined;
  const asked = matchOf(reading);
  if (!asked) return undefined;
  const { name } = asked.words;
  const found = `SELECT rowid FROM ${name} WHERE ${name} MATCH ? ORDER BY rowid ${orders[0].descending ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`;
  const ids = statement(reading.database, found).all(asked.match, limit, offset);
  const row = statement(
    reading.database,
    `SELECT ${reading.columns} FROM ${tableName(reading.table)} WHERE _sequence = ?`,
  );
  return ids.flatMap(({ rowid }) => {
    const one = row.get(rowid ?? null);
    return one ? [one] : [];
  });
}

/** The number of rows up to `mostCountedPages`, counted without looking at them; undefined as above. */
export function wholeWordsTotal(reading: Reading): number | undefined {
  const asked = matchOf(reading);
  if (!asked) return undefined;
  const { name } = asked.words;
  // Where words stand side by side is looked up hit by hit.
  const sql = `SELECT count(*) AS total FROM (SELECT rowid FROM ${name} WHERE ${name} MATCH ? LIMIT ?)`;
  return Number(statement(reading.database, sql).get(asked.match, mostCountedPages)?.total);
}
