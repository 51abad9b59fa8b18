/** Lets a fixed number of tasks run together; further ones wait in line. */
export interface Gate {
  pass<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes a gate for `width` tasks at a time, which bounds the memory they hold together. */
export function createGate(width: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async pass(work) {
      if (running < width) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        // A place that is handed on stays counted.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
