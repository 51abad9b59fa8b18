import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { createChangeCounter } from './db/sqlite.ts';

/** Identifies a version of the library. */
export type LibraryVersion = string | number;

export type Cache = ReturnType<typeof createCache>;

/** Maximum total size of the entries in bytes. */
const MAX_BYTES = 3 * 1024 * 1024;
/** Approximate overhead of an entry in bytes. */
const OVERHEAD_BYTES = 512;

/**
 * Caches results computed from the library: each entry is valid for one version, and the least recently used is evicted first.
 * @param currentVersion returns the version of the library
 */
export function createCache(currentVersion: () => LibraryVersion, maxBytes = MAX_BYTES) {
  const entries = new LRUCache<string, { value: unknown; version: LibraryVersion }>({ maxSize: maxBytes });
  return {
    version: currentVersion,
    /** Creates a part of the cache with separate keys. `bytesOf` returns the approximate size of a value in bytes. */
    namespace<Value>(name: string, bytesOf: (value: Value) => number) {
      const find = (key: string): Value | undefined => {
        const entry = entries.get(`${name} ${key}`);
        return entry?.version === currentVersion() ? (entry.value as Value) : undefined;
      };
      /** Stores a value computed from a version of the library. Read that version before computing the value. */
      const set = (key: string, value: Value, version: LibraryVersion): void => {
        const size = OVERHEAD_BYTES + 2 * key.length + bytesOf(value);
        entries.set(`${name} ${key}`, { value, version }, { size });
      };
      return {
        find,
        set,
        /** Returns the cached value, or computes it with `make` and caches it, except `undefined`. A promise that rejects is removed. */
        get(key: string, make: () => Value): Value {
          const cachedValue = find(key);
          if (cachedValue !== undefined) return cachedValue;
          const version = currentVersion();
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

/** Minimum time between two invalidations by newly read lesson text: rendering pages again slows down the reading of PDFs. */
const PAGES_DELAY_MS = 2000;

/**
 * Creates the function that returns the version of the library. It changes with each write to `database` and, because pages show the year,
 * each day (local time). Writes to `pages` change it at most every two seconds.
 */
export function createVersionReader(
  database: DatabaseSync,
  pages: DatabaseSync | undefined,
  clock: () => number = Date.now,
): () => string {
  const changes = createChangeCounter(database);
  const pageChanges = pages ? createChangeCounter(pages) : () => 0;
  let pagesVersion = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const time = clock();
    // The system clock can be set back.
    if (time < checkedAt || time - checkedAt >= PAGES_DELAY_MS) {
      pagesVersion = `${pageChanges()} ${new Date(time).toDateString()}`;
      checkedAt = time;
    }
    return `${changes()} ${pagesVersion}`;
  };
}
