import type { DatabaseSync } from 'node:sqlite';
import { changesBesides, writeAside } from '../library-version.ts';

/** Runs `work` in one transaction: all of it is committed when this returns, nothing of it when it throws. */
export function atomically<T>(database: DatabaseSync, work: () => T): T {
  return provisionally(database, () => {
    const before = changesBesides(database);
    const result = work();
    const commit = () => database.exec('COMMIT');
    // Full-text tables write only now what they have gathered.
    if (changesBesides(database) === before) writeAside(database, commit);
    else commit();
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
