import type { DatabaseSync } from 'node:sqlite';
import { statement } from './database/statements.ts';

/** Milliseconds between two looks at what other processes wrote and at the calendar: each costs a system call. */
const lookEvery = 20;

/**
 * Numbers the states of a database, as they are read from it: the number changes with every write, of this connection or
 * of another process, and with the day, since pages show the year.
 */
export function libraryVersion(database: DatabaseSync, clock: () => number = Date.now): () => number {
  let version = 0;
  let own: unknown;
  let others = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock();
    // The clock may be set back.
    const mayLook = now < lookedAt || now - lookedAt >= lookEvery;
    const seen = mayLook ? `${dataVersion(database)} ${new Date(now).toDateString()}` : others;
    if (mayLook) lookedAt = now;
    const changes = statement(database, 'SELECT total_changes() AS changes').get()?.changes;
    if (changes !== own || seen !== others) version += 1;
    [own, others] = [changes, seen];
    return version;
  };
}

function dataVersion(database: DatabaseSync): unknown {
  return statement(database, 'PRAGMA data_version').get()?.data_version;
}
