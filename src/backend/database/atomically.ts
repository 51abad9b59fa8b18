import type { DatabaseSync } from 'node:sqlite';

/** Runs `work` in one transaction: all of it is committed when this returns, nothing of it when it throws. */
export function atomically<T>(database: DatabaseSync, work: () => T): T {
  return provisionally(database, () => {
    const result = work();
    database.exec('COMMIT');
    return result;
  });
}

/** Runs `work` on the database and takes back whatever it wrote: a look at "what if". */
export function provisionally<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    return work();
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}
