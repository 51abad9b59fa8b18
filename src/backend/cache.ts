import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';

/** Names a state of the library. */
export type LibraryVersion = string | number;

export type Cache = ReturnType<typeof createCache>;

/** Bytes of all entries together. */
const MAX_BYTES = 3 * 1024 * 1024;
/** Approximate size of an entry in addition to its value and key. */
const OVERHEAD_BYTES = 512;

/**
 * Caches results computed from the library: each entry is valid for one version, and the least recently used is evicted first.
 * @param now the version of the library
 */
export function createCache(now: () => LibraryVersion, maxBytes = MAX_BYTES) {
  const entries = new LRUCache<string, { value: unknown; version: LibraryVersion }>({ maxSize: maxBytes });
  return {
    version: now,
    /** The entries of one kind, by their keys. */
    namespace<Value>(name: string, bytesOf: (value: Value) => number) {
      const find = (key: string): Value | undefined => {
        const entry = entries.get(`${name} ${key}`);
        return entry?.version === now() ? (entry.value as Value) : undefined;
      };
      /** Stores what was computed from a version of the library. Read the version before the work begins. */
      const set = (key: string, value: Value, version: LibraryVersion): void => {
        const size = OVERHEAD_BYTES + 2 * key.length + bytesOf(value);
        entries.set(`${name} ${key}`, { value, version }, { size });
      };
      return {
        find,
        set,
        /** Returns the cached value, or makes it with `make`; a rejected promise is not cached. */
        get(key: string, make: () => Value): Value {
          const cached = find(key);
          if (cached !== undefined) return cached;
          const version = now();
          const value = make();
          set(key, value, version);
          const entry = `${name} ${key}`;
          if (value instanceof Promise)
            value.catch(() => entries.peek(entry)?.value === value && entries.delete(entry));
          return value;
        },
      };
    },
  };
}

/** Time for which writes to the words of lessons do not invalidate pages, since rendering slows the reading down. */
const PAGES_DELAY_MS = 2000;

/**
 * Names the states of the library: the name changes with every write, and with the day, since pages show the year. While pages of
 * lessons are written it changes at most every two seconds.
 */
export function libraryVersion(
  database: DatabaseSync,
  pages: DatabaseSync | undefined,
  clock: () => number = Date.now,
): () => string {
  const changes = changesOf(database);
  const pageChanges = pages ? changesOf(pages) : () => 0;
  let pageState = '';
  let seenAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock();
    // The clock may be set back.
    if (now < seenAt || now - seenAt >= PAGES_DELAY_MS) {
      pageState = `${pageChanges()} ${new Date(now).toDateString()}`;
      seenAt = now;
    }
    return `${changes()} ${pageState}`;
  };
}

/** Counts the changes of a connection, as cheaply as possible: they are read for every response. */
function changesOf(database: DatabaseSync): () => number {
  const statement = database.prepare('SELECT total_changes()');
  statement.setReturnArrays(true);
  return () => Number(Object.values(statement.get() ?? [])[0]);
}
