import type { TableSchema } from '../schema.ts';
import { columnName, searchTableName } from './names.ts';
import type { Sql } from './sql.ts';

/**
 * The condition that a column holds one of the words of `text` (the last may be the beginning of a word), or, for a
 * text in double quotes, the phrase. Source: contract 3.1.
 */
export function matchWords(table: TableSchema, key: string, text: string): Sql {
  const expression = toExpression(text);
  if (expression === '') return { text: 'FALSE', values: [] };
  const words = searchTableName(table, key);
  // A row without the text is neither a hit nor a miss, as everywhere in SQL.
  return {
    text: `CASE WHEN ${columnName(table, key)} IS NOT NULL THEN _sequence IN (SELECT rowid FROM ${words} WHERE ${words} MATCH ?) END`,
    values: [expression],
  };
}

/** Every word is a quoted FTS5 string, so nothing in it is an operator. */
function toExpression(text: string): string {
  const trimmed = text.trim();
  const phrase = /^"(.*)"$/s.exec(trimmed)?.[1];
  const words = (phrase ?? trimmed).split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  if (words.length === 0) return '';
  if (phrase !== undefined) return `"${words.join(' ')}"`;
  return `${words.map((word) => `"${word}"`).join(' OR ')} *`;
}
