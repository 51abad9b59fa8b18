import type { DatabaseSync, StatementSync } from 'node:sqlite';

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>();
/** Statements kept for each database; the texts of filters are many, so the one unused longest goes first. */
const MAX_STATEMENTS = 200;

/** The prepared statement of an SQL text, made on its first use. */
export function statement(database: DatabaseSync, sql: string): StatementSync {
  const known = prepared.get(database) ?? new Map<string, StatementSync>();
  prepared.set(database, known);
  const found = known.get(sql) ?? database.prepare(sql);
  known.delete(sql);
  known.set(sql, found);
  const [oldest] = known.keys();
  if (known.size > MAX_STATEMENTS && oldest !== undefined) known.delete(oldest);
  return found;
}
