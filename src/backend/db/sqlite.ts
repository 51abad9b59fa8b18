import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';

const prepared = new WeakMap<DatabaseSync, LRUCache<string, StatementSync>>();
/** Statements cached for each database: filters have many texts. */
const MAX_STATEMENTS = 200;

/** Returns the prepared statement of an SQL text. */
export function prepareStatement(database: DatabaseSync, sql: string): StatementSync {
  const memoMethod = (text: string) => database.prepare(text);
  const statements = prepared.get(database) ?? new LRUCache({ max: MAX_STATEMENTS, memoMethod });
  prepared.set(database, statements);
  return statements.memo(sql);
}

/** Quotes an SQL identifier. Only ids and keys of the schema file come here, never a caller's text. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A piece of SQL and the values of its question marks. The text never holds anything a caller sent. */
export interface Sql {
  readonly text: string;
  readonly values: readonly (string | number | Uint8Array)[];
}

/** Joins conditions with AND or OR. An empty list is TRUE for AND and FALSE for OR. */
export function joinConditions(conditions: readonly Sql[], word: 'AND' | 'OR'): Sql {
  if (conditions.length === 0) return { text: word === 'AND' ? 'TRUE' : 'FALSE', values: [] };
  return {
    text: conditions.map((condition) => `(${condition.text})`).join(` ${word} `),
    values: conditions.flatMap((condition) => condition.values),
  };
}

export function negateCondition(condition: Sql): Sql {
  return { text: `NOT (${condition.text})`, values: condition.values };
}

/** Runs `work` in one transaction: all of it is committed when this returns, nothing of it when it throws. */
export function runAtomically<T>(database: DatabaseSync, work: () => T): T {
  return runProvisionally(database, () => {
    const result = work();
    database.exec('COMMIT');
    return result;
  });
}

/** Runs `work` in a transaction and rolls it back. */
export function runProvisionally<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    return work();
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}
