import { LRUCache } from 'lru-cache';

interface ShelfOptions {
  /** Keys of what never goes, whatever else is asked. */
  readonly always?: ReadonlySet<string>;
  /**
   * Whole answers, which are found by the version of this turn of the event loop: a write is answered in a later one. What
   * an answer is made of may be found in the middle of a write, so it is not.
   */
  readonly answers?: boolean;
}

/** Names a state of the library. */
export type LibraryVersion = string | number;

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
    const { always, answers = false } = options;
    const versionNow = answers ? ofTurn : now;
    const staying = new Map<string, Entry>();
    const entry = (key: string) => staying.get(key) ?? entries.get(`${name} ${key}`);
    /** What was made of the library as it is now. */
    const find = (key: string): Value | undefined => {
      const found = entry(key);
      if (!found) return undefined;
      return found.version === versionNow() ? (found.value as Value) : undefined;
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
    shelf,
  };
}

/** What is kept of a library whose versions a function names: found out once in a turn of the event loop. */
export function keptOf(version: () => LibraryVersion): Kept {
  let seen: LibraryVersion | undefined;
  const forget = () => {
    seen = undefined;
  };
  const ofTurn = () => {
    if (seen === undefined) setImmediate(forget).unref();
    seen ??= version();
    return seen;
  };
  return createKept(version, largestKept, ofTurn);
}
