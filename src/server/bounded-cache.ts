/** Values kept by key up to a number of bytes in all, the longest unused going first. */
export interface BoundedCache<Value> {
  /** The value, which now counts as used. */
  get(key: string): Value | undefined;
  /** Keeps a value; one larger than everything allowed is not kept. */
  set(key: string, value: Value): void;
  delete(key: string): void;
  clear(): void;
}

/** Makes a cache that holds at most `largestBytes`, where `sizeOf` says how many bytes a value takes. */
export function createBoundedCache<Value>(
  largestBytes: number,
  sizeOf: (value: Value) => number,
): BoundedCache<Value> {
  // A Map keeps its order: what was used last stands last.
  const values = new Map<string, Value>();
  let bytes = 0;

  const remove = (key: string) => {
    const value = values.get(key);
    if (value === undefined) return;
    values.delete(key);
    bytes -= sizeOf(value);
  };
  return {
    get(key) {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      values.set(key, value);
      bytes += sizeOf(value);
      for (const oldest of values.keys()) {
        if (bytes <= largestBytes) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      values.clear();
      bytes = 0;
    },
  };
}
