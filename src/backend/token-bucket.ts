/** A store of tokens that fills by itself: everything that is counted over time is counted with one. */
export interface TokenBucket {
  tokens: number;
  /** When that was so, in milliseconds of a clock that never goes back. */
  at: number;
}

export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

export function fullBucket({ burst }: Rate, now: number): TokenBucket {
  return { tokens: burst, at: now };
}

/** What is in the bucket now, which it then says of itself. */
export function tokensIn(bucket: TokenBucket, { burst, perSecond }: Rate, now: number): number {
  bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) * perSecond) / 1000);
  bucket.at = now;
  return bucket.tokens;
}
