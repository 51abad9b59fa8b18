/** Counts by key in fixed windows: `admit` is false from the event after `limit` until the window is over. */
export interface RateWindow<K> {
  admit(key: K, nowMs: number): boolean;
}

/** Makes a counter over windows of `seconds`. It holds no timer: it looks at the clock it is given. */
export function createRateWindow<K>(limit: number, seconds: number): RateWindow<K> {
  let windowStart = Number.NEGATIVE_INFINITY;
  const counts = new Map<K, number>();
  return {
    admit(key, nowMs) {
      if (nowMs - windowStart >= seconds * 1000) {
        windowStart = nowMs;
        counts.clear();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= limit;
    },
  };
}
