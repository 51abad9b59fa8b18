import type { DatabaseSync } from 'node:sqlite';

/** A state of the library, by values that no other state has. */
export interface LibraryVersion {
  readonly all: number | string;
  /** The same for what shows nothing that stands inside the lessons: it stays while their texts are written. */
  readonly besidesTexts: number | string;
}

/** A state of a library of which nobody knows what was written. */
export const wholeVersion = (number: number): LibraryVersion => ({ all: number, besidesTexts: number });

/** Milliseconds between two checks of other processes' writes and of the date: each costs a system call. */
const pollInterval = 20;

/**
 * Names the states of a database, as they are read from it: the name changes with every write, of this connection or
 * of another process, and with the day, since pages show the year.
 */
export function libraryVersion(database: DatabaseSync, clock: () => number = Date.now): () => LibraryVersion {
  const read = reader(database, 'PRAGMA data_version');
  // A file that cannot be read any more, or is damaged, says nothing new: what is kept of it is all that visitors can be given.
  const changesElsewhere = () => {
    try {
      return read();
    } catch {
      return undefined;
    }
  };
  let elsewhere = 0;
  let others = '';
  let polledAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock();
    // The clock may be set back.
    if (now < polledAt || now - polledAt >= pollInterval) {
      elsewhere = changesElsewhere() ?? elsewhere;
      others = `${elsewhere} ${new Date(now).toDateString()}`;
      polledAt = now;
    }
    // A write ends in the turn in which it begins: nobody asks while one that goes aside still counts.
    const { all, aside } = changesOf(database);
    const here = all();
    return { all: `${here} ${others}`, besidesTexts: `${here - aside} ${others}` };
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
