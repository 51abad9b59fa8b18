/** A token bucket. `at` is when its tokens were last counted, in milliseconds of the monotonic clock. */
export type TokenBucket = ReturnType<typeof createTokenBucket>;

export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

export function createTokenBucket({ burst }: Rate, now: number) {
  return { tokens: burst, at: now };
}

/** Refills the bucket, up to `burst`, and returns its tokens. `now` is in milliseconds of the monotonic clock. */
export function refillTokens(bucket: TokenBucket, { burst, perSecond }: Rate, now: number): number {
  bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) * perSecond) / 1000);
  bucket.at = now;
  return bucket.tokens;
}
