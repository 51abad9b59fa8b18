/** How many requests a client may make: `burst` at once, then `perMinute`. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}
export interface Taken {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until another request is allowed. */
  readonly retryAfter: number;
}

/** Clients remembered: the one unseen longest is forgotten, so memory stays bounded under attack. */
const MAX_CLIENTS = 10_000;

/** A token bucket for every client. `take` takes one token at a moment given in milliseconds. */
export function createTokenBuckets(rate: Rate): { take(client: string, now: number): Taken; size(): number } {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const perMillisecond = rate.perMinute / 60_000;
  return {
    take(client, now) {
      const { tokens, at } = buckets.get(client) ?? { tokens: rate.burst, at: now };
      const full = Math.min(rate.burst, tokens + (now - at) * perMillisecond);
      const allowed = full >= 1;
      const left = allowed ? full - 1 : full;
      buckets.delete(client);
      buckets.set(client, { tokens: left, at: now });
      const [oldest] = buckets.keys();
      if (buckets.size > MAX_CLIENTS && oldest !== undefined) buckets.delete(oldest);
      const retryAfter = left >= 1 ? 0 : Math.ceil((1 - left) / perMillisecond / 1000);
      return { allowed, remaining: Math.floor(left), retryAfter };
    },
    size: () => buckets.size,
  };
}
