import type { DatabaseSync } from 'node:sqlite';

/** Milliseconds between two looks at what other processes wrote and at the calendar: each costs a system call. */
const lookEvery = 20;

/**
 * Numbers the states of a database, as they are read from it: the number changes with every write, of this connection or
 * of another process, and with the day, since pages show the year.
 */
export function libraryVersion(database: DatabaseSync, clock: () => number = Date.now): () => number {
  const changesHere = reader(database, 'SELECT total_changes()');
  const changesElsewhere = reader(database, 'PRAGMA data_version');
  let version = 0;
  let own: unknown;
  let others = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock();
    // The clock may be set back.
    const mayLook = now < lookedAt || now - lookedAt >= lookEvery;
    const seen = mayLook ? `${changesElsewhere()} ${new Date(now).toDateString()}` : others;
    if (mayLook) lookedAt = now;
    const changes = changesHere();
    if (changes !== own || seen !== others) version += 1;
    [own, others] = [changes, seen];
    return version;
  };
}

/** Reads one number, as cheaply as it can be: it is read for every answer. */
function reader(database: DatabaseSync, sql: string): () => unknown {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return () => Object.values(statement.get() ?? [])[0];
}
