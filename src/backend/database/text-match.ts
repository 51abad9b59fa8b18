import type { DatabaseSync } from 'node:sqlite';
import type { Sql } from './sql.ts';

export type TextTest = 'contains' | 'startsWith' | 'endsWith';

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Teaches a database the function that `matchText` uses. */
export function registerTextMatch(database: DatabaseSync): void {
  database.function('folded', { deterministic: true, directOnly: true }, (text) =>
    typeof text === 'string' ? folded(text) : null,
  );
}

/** The condition that the text in an SQL column holds, begins with or ends with `text`, ignoring case. NULL for NULL. */
export function matchText(test: TextTest, column: string, text: string): Sql {
  const value = folded(text);
  if (test === 'contains') return { text: `instr(folded(${column}), ?) > 0`, values: [value] };
  const length = [...value].length;
  if (test === 'startsWith') return { text: `substr(folded(${column}), 1, ?) = ?`, values: [length, value] };
  // substr counts from the end for a negative start, and an empty end is every text's end.
  return length === 0
    ? { text: `${column} IS NOT NULL`, values: [] }
    : { text: `substr(folded(${column}), ?) = ?`, values: [-length, value] };
}
