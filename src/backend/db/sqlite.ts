import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';

const preparedStatements = new WeakMap<DatabaseSync, LRUCache<string, StatementSync>>();
/** Maximum number of cached statements for one database. Without a limit, varying filters would fill the memory. */
const MAX_STATEMENTS = 200;

/** Returns the prepared statement of an SQL text, from the cache if possible. */
export function prepareStatement(database: DatabaseSync, sql: string): StatementSync {
  const memoMethod = (text: string) => database.prepare(text);
  const statements = preparedStatements.get(database) ?? new LRUCache({ max: MAX_STATEMENTS, memoMethod });
  preparedStatements.set(database, statements);
  return statements.memo(sql);
}

/** Creates the function that counts the rows changed by a connection. It must be cheap, because it runs at every lookup in the cache. */
export function createChangeCounter(database: DatabaseSync): () => number {
  const statement = database.prepare('SELECT total_changes()');
  statement.setReturnArrays(true);
  return () => Number(Object.values(statement.get() ?? [])[0]);
}

/** Returns SQLite's primary result code, the low byte of an error's code (sqlite.org/rescode.html); undefined for other errors. */
export function sqliteCodeOf(error: unknown): number | undefined {
  const { errcode } = Object(error) as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

const [SQLITE_CORRUPT, SQLITE_NOTADB] = [11, 26];

/** Whether an error of SQLite means that the file is damaged or not a database. */
export function isDamagedDatabase(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** Quotes an SQL identifier: an id or key of the schema file, never text from a request. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** SQL text and its bound values. The text never contains request data. */
export interface Sql {
  readonly text: string;
  readonly values: readonly (string | number | Uint8Array)[];
}

/** Joins conditions with AND or OR. An empty list is TRUE for AND and FALSE for OR. */
export function joinConditions(conditions: readonly Sql[], operator: 'AND' | 'OR'): Sql {
  if (conditions.length === 0) return { text: operator === 'AND' ? 'TRUE' : 'FALSE', values: [] };
  return {
    text: conditions.map((condition) => `(${condition.text})`).join(` ${operator} `),
    values: conditions.flatMap((condition) => condition.values),
  };
}

export function negateCondition(condition: Sql): Sql {
  return { text: `NOT (${condition.text})`, values: condition.values };
}

/** Runs `work` in one transaction, which is committed when `work` returns and rolled back when `work` throws. Cannot be nested. */
export function runAtomically<T>(database: DatabaseSync, work: () => T): T {
  return runProvisionally(database, () => {
    const result = work();
    database.exec('COMMIT');
    return result;
  });
}

/** Runs `work` in a transaction that is then rolled back, unless `work` has committed it. Cannot be nested. */
export function runProvisionally<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    return work();
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}
