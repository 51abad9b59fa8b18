import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { type LibraryVersion, libraryVersion } from './library-version.ts';

interface ShelfOptions {
  /** Whether what has this key shows nothing that stands inside the lessons: then it stays while their texts are written. */
  readonly besidesTexts?: (key: string) => boolean;
  /** Keys of what never goes, whatever else is asked. */
  readonly always?: ReadonlySet<string>;
  /**
   * Whole answers, which are found by the version of this turn of the event loop: a write is answered in a later one. What
   * an answer is made of may be found in the middle of a write, so it is not.
   */
  readonly answers?: boolean;
}

interface Entry {
  readonly value: unknown;
  readonly version: LibraryVersion;
}

/** Bytes of everything kept, what is kept always not counted. */
const largestKept = 12 * 1024 * 1024;
/** About what an entry takes besides its value and its key. */
const overhead = 512;

export type Kept = ReturnType<typeof createKept>;

/**
 * All that is kept of what the library was asked: pages, rows, totals, pieces of files. Everything is valid for one version
 * of the library, and the longest unused goes first when there is no room.
 *
 * @param ofTurn the version, looked up once in a turn of the event loop
 */
export function createKept(now: () => LibraryVersion, largestBytes = largestKept, ofTurn = now) {
  const entries = new LRUCache<string, Entry>({ maxSize: largestBytes });

  /** One kind of what is kept, by its key. */
  function shelf<Value>(name: string, bytesOf: (value: Value) => number, options: ShelfOptions = {}) {
    const { always, answers = false, besidesTexts = () => false } = options;
    const versionNow = answers ? ofTurn : now;
    const staying = new Map<string, Entry>();
    const entry = (key: string) => staying.get(key) ?? entries.get(`${name} ${key}`);
    /** What was made of the library as it is now. */
    const find = (key: string): Value | undefined => {
      const found = entry(key);
      if (!found) return undefined;
      const part = besidesTexts(key) ? 'besidesTexts' : 'all';
      return found.version[part] === versionNow()[part] ? (found.value as Value) : undefined;
    };
    /** Keeps what was made of the library as it was at a version: read it before the making begins. */
    const keep = (key: string, value: Value, version: LibraryVersion): void => {
      const size = overhead + 2 * key.length + bytesOf(value);
      if (always?.has(key)) staying.set(key, { value, version });
      else entries.set(`${name} ${key}`, { value, version }, { size });
    };
    return {
      find,
      keep,
      /** The same as `find`, or what `make` makes now, which is kept; a promise only as long as it does not fail. */
      get(key: string, make: () => Value): Value {
        const known = find(key);
        if (known !== undefined) return known;
        const version = now();
        const value = make();
        keep(key, value, version);
        if (value instanceof Promise)
          value.catch(() => entry(key)?.value === value && entries.delete(`${name} ${key}`));
        return value;
      },
      /** What was made last, though the library may have changed since. */
      last: (key: string) => entry(key)?.value as Value | undefined,
    };
  }

  return {
    /** The version of the library now. */
    version: now,
    /** Whether what the backend answers at an address may show something of the texts inside the lessons. */
    showsTexts: (_address: string): boolean => true,
    shelf,
  };
}

const ofDatabases = new WeakMap<DatabaseSync, Kept>();

/** What is kept of a database for as long as it is open. */
export function keptOf(database: DatabaseSync): Kept {
  const known = ofDatabases.get(database);
  if (known) return known;
  const version = libraryVersion(database);
  let seen: LibraryVersion | undefined;
  const forget = () => {
    seen = undefined;
  };
  const ofTurn = () => {
    if (seen === undefined) setImmediate(forget).unref();
    seen ??= version();
    return seen;
  };
  const kept = createKept(version, largestKept, ofTurn);
  ofDatabases.set(database, kept);
  return kept;
}
