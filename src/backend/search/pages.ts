import { distinctiveWords, mostSimilar } from '#text/similar-texts.ts';
import { pageIndex } from '../db/page-terms.ts';

import { statement } from '../db/sqlite.ts';
import { columnName, type OpenTable, tableName } from '../db/tables.ts';
import type { Schema } from '../schema.ts';

/** What one question looks at, at most, however large the library: rows of the group, words, and rows of each and of all words. */
const bounds = { rows: 20, words: 160, rowsOfWord: 25, rowsOfAll: 1500 };

/** Rows that belong together, such as the pages of a lesson: `column` names the group of a row. */
interface Group {
  databaseId: string;
  tableId: string;
  column: string;
  value: string;
}

/** Finds the groups that share the rarest words of a group, most alike first; none without a full-text table. */
export function createRelatedGroups(schema: Schema<OpenTable>) {
  return ({ databaseId, tableId, column, value }: Group, most: number): string[] => {
    const table = schema.databases.get(databaseId)?.tables.get(tableId);
    const words = table && pageIndex(table);
    const group = table && columnName(table, column);
    const searched = words && columnName(table, words.key);
    if (!group || !searched) return [];
    const { database } = table;
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

    const holders: Set<string>[] = [];
    let rowsSeen = 0;
    const told = texts.map(({ text }) => String(text));
    for (const word of distinctiveWords(told, bounds.words)) {
      const found = holding.all(`words : "${word}"`);
      // A common word does not show what is related.
      if (found.length > bounds.rowsOfWord) continue;
      rowsSeen += found.length;
      if (rowsSeen > bounds.rowsOfAll) break;
      const others = new Set(found.map(({ rowid }) => String(groupOf.get(rowid ?? null)?.value)));
      others.delete(value);
      holders.push(others);
    }
    return mostSimilar(holders, most);
  };
}
