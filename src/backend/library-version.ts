import type { DatabaseSync } from 'node:sqlite';

/** Milliseconds between two checks of other processes' writes and of the date: each costs a system call. */
const pollInterval = 20;

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
  let polledAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock();
    // The clock may be set back.
    const isDue = now < polledAt || now - polledAt >= pollInterval;
    const seen = isDue ? `${changesElsewhere()} ${new Date(now).toDateString()}` : others;
    if (isDue) polledAt = now;
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
