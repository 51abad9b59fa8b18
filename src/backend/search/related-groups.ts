import type { DatabaseSync } from 'node:sqlite';
import { columnName, tableName } from '../database/names.ts';
import { statement } from '../database/statements.ts';
import { wholeWords } from '../database/whole-words.ts';
import type { Schema } from '../schema.ts';

/** Rows that belong together, such as the pages of a lesson. */
export interface Group {
  databaseId: string;
  tableId: string;
  /** The column that names the group of a row. */
  column: string;
  value: string;
}

/** Finds the groups that share the rarest words of a group, most alike first; none without a full-text table. */
export type RelatedGroups = (group: Group, most: number) => string[];

/** What one question looks at, at most, however large the library: rows of the group, words, and rows of each and of all words. */
const bounds = { rows: 20, words: 160, rowsOfWord: 25, rowsOfAll: 1500 };
/** A word of so many letters tells of what a text is about. */
const telling = /^\p{L}{4,}$/u;
/** One word in common is chance. */
const leastShared = 2;

export function createRelatedGroups(database: DatabaseSync, schema: Schema): RelatedGroups {
  return ({ databaseId, tableId, column, value }, most) => {
    const table = schema.databases.get(databaseId)?.tables.get(tableId);
    const words = table && wholeWords(table);
    const [group, searched] = [
      table && columnName(table, column),
      words && table && columnName(table, words.key),
    ];
    if (!words || !group || !searched) return [];
    const rows = tableName(table);
    const texts = statement(
      database,
      `SELECT ${searched} AS text FROM ${rows} WHERE ${group} = ? AND ${searched} IS NOT NULL LIMIT ${bounds.rows}`,
    ).all(value);
    const holding = statement(
      database,
      `SELECT rowid FROM ${words.name} WHERE ${words.name} MATCH ? LIMIT ${bounds.rowsOfWord + 1}`,
    );
    const groupOf = statement(database, `SELECT ${group} AS value FROM ${rows} WHERE _sequence = ?`);

    const scores = new Map<string, { score: number; shared: number }>();
    let looked = 0;
    for (const word of tellingWords(texts.map(({ text }) => String(text)))) {
      const found = holding.all(`words : "${word}"`);
      // A word that is everywhere tells nothing.
      if (found.length > bounds.rowsOfWord) continue;
      looked += found.length;
      if (looked > bounds.rowsOfAll) break;
      const others = new Set(found.map(({ rowid }) => String(groupOf.get(rowid ?? null)?.value)));
      others.delete(value);
      for (const other of others) {
        const { score, shared } = scores.get(other) ?? { score: 0, shared: 0 };
        scores.set(other, { score: score + 1 / others.size, shared: shared + 1 });
      }
    }
    return [...scores]
      .filter(([, { shared }]) => shared >= leastShared)
      .sort(([, one], [, other]) => other.score - one.score)
      .slice(0, most)
      .map(([name]) => name);
  };
}

/** The longest words first: they are the rarest. */
function tellingWords(texts: readonly string[]): string[] {
  const words = new Set(texts.flatMap((text) => text.split(' ').filter((word) => telling.test(word))));
  return [...words].sort((one, other) => other.length - one.length).slice(0, bounds.words);
}
