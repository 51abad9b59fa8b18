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
  const changesHere = changesOf(database).all;
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

/** Does a write that only those see who look into the lessons, or nobody. What is written without it counts for all. */
export function writeAside<Result>(database: DatabaseSync, write: () => Result): Result {
  const before = changesBesides(database);
  try {
    return write();
  } finally {
    // One may stand in another.
    const counted = changesOf(database);
    counted.aside = counted.all() - before;
  }
}

/** How many changes of a connection count for all. */
export function changesBesides(database: DatabaseSync): number {
  const { all, aside } = changesOf(database);
  return all() - aside;
}

/** The changes of each connection, and how many of them were written aside. */
const changes = new WeakMap<DatabaseSync, { readonly all: () => number; aside: number }>();

function changesOf(database: DatabaseSync) {
  const known = changes.get(database) ?? { all: reader(database, 'SELECT total_changes()'), aside: 0 };
  changes.set(database, known);
  return known;
}

/** Reads one number, as cheaply as it can be: it is read for every answer. */
function reader(database: DatabaseSync, sql: string): () => number {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return () => Number(Object.values(statement.get() ?? [])[0]);
}
