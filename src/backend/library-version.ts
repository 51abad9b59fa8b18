import type { DatabaseSync } from 'node:sqlite';

/** How long a write to the pages of lessons may go unnoticed: each page that is rendered again takes time from their reading. */
const PAGES_DELAY_MS = 2000;

/**
 * Names the states of the library: the name changes with every write, and with the day, since pages show the year. While the pages of
 * lessons are written it changes every two seconds at most.
 */
export function libraryVersion(
  database: DatabaseSync,
  pages: DatabaseSync | undefined,
  clock: () => number = Date.now,
): () => string {
  const changes = changesOf(database);
  const pageChanges = pages ? changesOf(pages) : () => 0;
  let seen = '';
  let seenAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock();
    // The clock may be set back.
    if (now < seenAt || now - seenAt >= PAGES_DELAY_MS) {
      seen = `${pageChanges()} ${new Date(now).toDateString()}`;
      seenAt = now;
    }
    return `${changes()} ${seen}`;
  };
}

/** Counts the changes of a connection, as cheaply as possible: they are read for every response. */
function changesOf(database: DatabaseSync): () => number {
  const statement = database.prepare('SELECT total_changes()');
  statement.setReturnArrays(true);
  return () => Number(Object.values(statement.get() ?? [])[0]);
}
