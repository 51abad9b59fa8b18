import { expect, it } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

it('lets a burst pass, then as many a minute as allowed', () => {
  const buckets = createTokenBuckets({ perMinute: 60, burst: 3 });
  const take = (now: number) => buckets.take('a', now);
  expect([take(0), take(0), take(0)].map((one) => one.allowed)).toEqual([true, true, true]);
  expect(take(0)).toEqual({ allowed: false, remaining: 0, retryAfter: 1 });
  expect(take(1000).allowed).toBe(true);
  expect(take(1500).allowed).toBe(false);
  expect(take(3_600_000)).toEqual({ allowed: true, remaining: 2, retryAfter: 0 });
});

it('keeps clients apart, and forgets the one unseen longest', () => {
  const buckets = createTokenBuckets({ perMinute: 1, burst: 1 });
  for (let at = 0; at < 20_000; at += 1) expect(buckets.take(`client${at}`, 0).allowed).toBe(true);
  expect(buckets.size()).toBe(10_000);
  expect(buckets.take('client19999', 0).allowed).toBe(false);
  expect(buckets.take('client0', 0).allowed).toBe(true);
});
