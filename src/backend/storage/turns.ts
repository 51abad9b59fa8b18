/** Runs work on the same key one after another, in the order it came; work on other keys is not held up. */
export interface Turns {
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Makes a queue per key; a key without work takes no memory. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(key, work) {
      const before = last.get(key);
      const mine = (async () => {
        // What happened to the one before is its own caller's business.
        await before?.catch(() => undefined);
        return work();
      })();
      last.set(key, mine);
      try {
        return await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    },
  };
}
