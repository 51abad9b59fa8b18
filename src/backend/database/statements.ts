import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';

const prepared = new WeakMap<DatabaseSync, LRUCache<string, StatementSync>>();
/** Statements kept for each database: the texts of filters are many. */
const MAX_STATEMENTS = 200;

/** The prepared statement of an SQL text, made on its first use. */
export function statement(database: DatabaseSync, sql: string): StatementSync {
  const memoMethod = (text: string) => database.prepare(text);
  const known = prepared.get(database) ?? new LRUCache({ max: MAX_STATEMENTS, memoMethod });
  prepared.set(database, known);
  return known.memo(sql);
}
