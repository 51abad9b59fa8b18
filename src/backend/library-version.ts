import type { DatabaseSync } from 'node:sqlite';

/** A state of the library, by numbers that no other state has. */
export interface LibraryVersion {
  readonly all: number;
  /** The same for what shows nothing that stands inside the lessons: it stays while their texts are written. */
  readonly besidesTexts: number;
}

/** A state of a library of which nobody knows what was written. */
export const wholeVersion = (number: number): LibraryVersion => ({ all: number, besidesTexts: number });

/** Milliseconds between two checks of other processes' writes and of the date: each costs a system call. */
const pollInterval = 20;

/**
 * Numbers the states of a database, as they are read from it: the numbers change with every write, of this connection or
 * of another process, and with the day, since pages show the year.
 */
export function libraryVersion(database: DatabaseSync, clock: () => number = Date.now): () => LibraryVersion {
  const changesHere = counter(database);
  const changesElsewhere = reader(database, 'PRAGMA data_version');
  let version = wholeVersion(0);
  let own: [all: number, besidesTexts: number] = [-1, -1];
  let others = '';
  let polledAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock();
    // The clock may be set back.
    const isDue = now < polledAt || now - polledAt >= pollInterval;
    const seen = isDue ? `${changesElsewhere()} ${new Date(now).toDateString()}` : others;
    if (isDue) polledAt = now;
    const changes = changesHere();
    if (changes === own[0] && seen === others) return version;
    const besidesTexts = changesBesides(database);
    const isAside = besidesTexts === own[1] && seen === others;
    version = { all: version.all + 1, besidesTexts: version.besidesTexts + (isAside ? 0 : 1) };
    [own, others] = [[changes, besidesTexts], seen];
    return version;
  };
}

/** How many of a connection's changes were written aside. */
const asideChanges = new WeakMap<DatabaseSync, number>();

/** Does a write that only those see who look into the lessons, or nobody. What is written without it counts for all. */
export function writeAside<Result>(database: DatabaseSync, write: () => Result): Result {
  const before = changesBesides(database);
  try {
    return write();
  } finally {
    // One may stand in another.
    asideChanges.set(database, counter(database)() - before);
  }
}

/** How many changes of a connection count for all. */
export function changesBesides(database: DatabaseSync): number {
  return counter(database)() - (asideChanges.get(database) ?? 0);
}

const counters = new WeakMap<DatabaseSync, () => number>();

function counter(database: DatabaseSync): () => number {
  const known = counters.get(database) ?? reader(database, 'SELECT total_changes()');
  counters.set(database, known);
  return known;
}

/** Reads one number, as cheaply as it can be: it is read for every answer. */
function reader(database: DatabaseSync, sql: string): () => number {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return () => Number(Object.values(statement.get() ?? [])[0]);
}
