import { LRUCache } from 'lru-cache';
import { ApiError } from '#http/api-error.ts';
import { fullBucket, type Rate, type TokenBucket, tokensIn } from '#http/token-bucket.ts';

/**
 * What each address may have done for it: tokens are milliseconds of work. A congregation behind one address has
 * 20 seconds of work at once and half of a processor for as long as it likes.
 */
const share: Rate = { burst: 20_000, perSecond: 500 };
/** Nobody owes more: an address is itself again half a minute after its worst. */
const deepest = -15_000;
/** A refused client is told to come back when there is work for it worth the way. */
const worthTheWay = 500;
/** Addresses remembered: the one unseen longest is forgotten, so that memory stays bounded. */
const mostAddresses = 10_000;

export type Shares = ReturnType<typeof createShares>;

export function createShares() {
  const buckets = new LRUCache<string, TokenBucket>({ max: mostAddresses });

  const leftTo = (address: string): number => {
    const bucket = buckets.peek(address);
    return bucket ? tokensIn(bucket, share, performance.now()) : share.burst;
  };
  return {
    /** Milliseconds of work that are left to an address; the more, the sooner it has its turn. */
    leftTo,
    charge(address: string, milliseconds: number): void {
      const now = performance.now();
      const bucket = buckets.get(address) ?? fullBucket(share, now);
      bucket.tokens = Math.max(deepest, tokensIn(bucket, share, now) - milliseconds);
      buckets.set(address, bucket);
    },
    /** Throws when an address has nothing left. */
    check(address: string): void {
      const left = leftTo(address);
      if (left > 0) return;
      const retryAfter = Math.ceil((worthTheWay - left) / share.perSecond);
      throw new ApiError('general_rate_limit_exceeded', { retryAfter: String(retryAfter) });
    },
  };
}
