import { LRUCache } from 'lru-cache';
import { ApiError } from '#http/api-error.ts';
import { createTokenBucket, type Rate, refillTokens, type TokenBucket } from '#http/token-bucket.ts';

/**
 * CPU budget of each address; a token is a millisecond of work. The clients of one address can use a burst of 20 seconds, and half a
 * processor in the long run.
 */
const budget: Rate = { burst: 20_000, perSecond: 500 };
/** Maximum debt of an address in milliseconds, which takes half a minute to recover. */
const MAX_DEBT_MS = 15_000;
/** Budget that an address has again after its `Retry-After`, in milliseconds. */
const BUDGET_ON_RETRY_MS = 500;
/** Maximum number of addresses; the least recently charged is dropped, so that memory stays bounded. */
const MAX_ADDRESSES = 10_000;
/** Maximum number of times that a queue yields again between two jobs. Each time, one or two pending connections are accepted. */
const MAX_YIELDED_TICKS = 64;
/** Time after which a queue stops yielding, because parsing the requests of one client can make each tick long. */
const MAX_YIELD_MS = 20;
/** Part of a download's time that is charged. It takes little CPU time, and a slow hosted backend must not use up a visitor's budget. */
const DOWNLOAD_PRICE = 0.1;
/** Budget charged to an address whose request is rejected because its requests fill the queue, in milliseconds. */
const CROWDING_COST_MS = 50;

export type Budgets = ReturnType<typeof createBudgets>;

export function createBudgets() {
  const buckets = new LRUCache<string, TokenBucket>({ max: MAX_ADDRESSES });

  const remaining = (address: string): number => {
    const bucket = buckets.peek(address);
    return bucket ? refillTokens(bucket, budget, performance.now()) : budget.burst;
  };
  return {
    /** Returns the CPU budget of an address in milliseconds, negative in debt; requests of addresses with more run sooner. */
    remaining,
    charge(address: string, milliseconds: number): void {
      const now = performance.now();
      const bucket = buckets.get(address) ?? createTokenBucket(budget, now);
      bucket.tokens = Math.max(-MAX_DEBT_MS, refillTokens(bucket, budget, now) - milliseconds);
      buckets.set(address, bucket);
    },
    /** Throws a 429 error with the time to wait if the budget of an address is used up. */
    check(address: string): void {
      const budgetMs = remaining(address);
      if (budgetMs > 0) return;
      const retryAfter = Math.ceil((BUDGET_ON_RETRY_MS - budgetMs) / budget.perSecond);
      throw new ApiError('general_rate_limit_exceeded', { retryAfter: String(retryAfter) });
    },
  };
}

/** Budgets for uploads with a valid key, which are not charged. */
const unlimitedBudgets: Budgets = { remaining: () => 1, charge: () => undefined, check: () => undefined };

interface Waiter {
  address: string;
  queuedAt: number;
  isWanted: () => boolean;
  slot: PromiseWithResolvers<void>;
}

export interface FairQueueOptions {
  budgets: Budgets;
  /** Maximum number of jobs that run at a time. */
  concurrency: number;
  /** Maximum number of waiting jobs. */
  maxWaiting: number;
  maxWaitMs: number;
  /** Measures a job's cost in milliseconds: CPU time of the thread or of a process, or elapsed time. */
  clock: () => number;
  /** Whether concurrent jobs share the measured time, as they do with CPU time but not with elapsed time. */
  isClockShared?: boolean;
  /** Counts the connections accepted so far. */
  countAccepted: () => number;
}

/** Returns the entries of the address with the largest total weight; of several addresses if their totals are equal. */
export function heaviestEntries<Entry extends { address: string }>(
  entries: readonly Entry[],
  weightOf: (entry: Entry) => number,
): Entry[] {
  const sums = new Map<string, number>();
  for (const entry of entries) sums.set(entry.address, (sums.get(entry.address) ?? 0) + weightOf(entry));
  const largest = Math.max(...sums.values());
  return entries.filter(({ address }) => sums.get(address) === largest);
}

export function createFairQueue(options: FairQueueOptions) {
  const { budgets, concurrency, maxWaiting, maxWaitMs, clock, isClockShared = true, countAccepted } = options;
  const waiters: Waiter[] = [];
  let running = 0;
  const activeJobs = new Set<{ costMs: number }>();
  let settledAt = clock();

  /** Adds the time since the last call to the costs of the active jobs. If they share the clock, each gets an equal part. */
  const settle = () => {
    const time = clock();
    for (const job of activeJobs) job.costMs += (time - settledAt) / (isClockShared ? activeJobs.size : 1);
    settledAt = time;
  };

  const remove = (waiter: Waiter) => {
    const index = waiters.indexOf(waiter);
    if (index >= 0) waiters.splice(index, 1);
  };
  const reject = (waiter: Waiter) => {
    remove(waiter);
    waiter.slot.reject(new ApiError('general_server_busy', { retryAfter: '5' }));
  };
  const rejectAbandoned = () => {
    const isTooLate = ({ queuedAt, isWanted }: Waiter) =>
      performance.now() - queuedAt > maxWaitMs || !isWanted();
    for (const waiter of waiters.filter(isTooLate)) reject(waiter);
  };

  const startNext = () => {
    running -= 1;
    rejectAbandoned();
    while (running < concurrency) {
      let next: Waiter | undefined;
      let largest = Number.NEGATIVE_INFINITY;
      // Budgets grow over time, so each is read once per selection. Ties go to the earliest request.
      for (const [address, [oldest]] of Map.groupBy(waiters, (waiter) => waiter.address)) {
        const budget = budgets.remaining(address);
        if (budget > largest) [next, largest] = [oldest, budget];
      }
      if (!next) return;
      remove(next);
      running += 1;
      next.slot.resolve();
    }
  };

  /**
   * Yields between jobs, so that cached responses are sent. Otherwise a visitor behind fifty connections would wait for fifty jobs,
   * because libuv accepts one connection per tick (`uv__server_io`).
   */
  const yieldThenStart = (ticks = 0, startedAt = performance.now()) => {
    const previousCount = countAccepted();
    const isLast = () =>
      countAccepted() === previousCount ||
      ticks >= MAX_YIELDED_TICKS ||
      performance.now() - startedAt > MAX_YIELD_MS;
    setImmediate(() => setImmediate(() => (isLast() ? startNext() : yieldThenStart(ticks + 1, startedAt))));
  };

  const wait = (address: string, isWanted: () => boolean) => {
    const slot = Promise.withResolvers<void>();
    waiters.push({ address, isWanted, queuedAt: performance.now(), slot });
    if (waiters.length > maxWaiting) {
      rejectAbandoned();
      const newest = waiters.length > maxWaiting ? heaviestEntries(waiters, () => 1).at(-1) : undefined;
      if (newest) {
        reject(newest);
        // Slows down a client that retries immediately, because each refusal takes CPU time.
        budgets.charge(newest.address, CROWDING_COST_MS);
      }
    }
    return slot.promise;
  };

  return {
    /** Counts waiting jobs. */
    waiting: () => waiters.length,
    /**
     * Runs a job, or queues it; the first job of the address with the most budget is next. Rejects with 429 if the budget is used up,
     * and with 503 if the queue is full or slow, or the queued job no longer wanted.
     */
    async run<T>(address: string, work: () => T | Promise<T>, isWanted: () => boolean): Promise<T> {
      budgets.check(address);
      if (running < concurrency) running += 1;
      else await wait(address, isWanted);
      settle();
      const job = { costMs: 0 };
      activeJobs.add(job);
      try {
        budgets.check(address);
        return await work();
      } finally {
        settle();
        activeJobs.delete(job);
        budgets.charge(address, job.costMs);
        yieldThenStart();
      }
    },
  };
}

const now = () => performance.now();
/** Returns the CPU milliseconds of this thread, which do not depend on other programs of a busy machine. */
export const readCpuTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Creates one queue for each scarce resource.
 *
 * @param concurrency maximum number of jobs that run at a time on the main thread
 * @param countAccepted returns the number of connections accepted so far
 * @param drawingMs returns the CPU milliseconds that all drawings have taken
 */
export function createQueues(
  budgets: Budgets,
  concurrency: number,
  countAccepted: () => number,
  drawingMs: () => number = now,
) {
  const common = { budgets, countAccepted, maxWaitMs: 15_000 };
  return {
    thread: createFairQueue({ ...common, concurrency, maxWaiting: 1024, clock: readCpuTime }),
    /**
     * Drawings, charged by the CPU time of the drawing process. That process has a low priority, so elapsed time would charge
     * visitors for a busy machine.
     */
    drawings: createFairQueue({ ...common, concurrency: 1, maxWaiting: 64, clock: drawingMs }),
    /** Downloads of lessons from a hosted backend. */
    fetches: createFairQueue({
      ...common,
      concurrency: 2,
      maxWaiting: 64,
      clock: () => now() * DOWNLOAD_PRICE,
      isClockShared: false,
    }),
    /** Request bodies without a valid key, limited because each takes memory. */
    bodies: createFairQueue({ ...common, concurrency: 16, maxWaiting: 64, clock: readCpuTime }),
    /** Request bodies with a valid key, limited because each takes memory and an SDK sends eight chunks of a lesson at once. */
    uploads: createFairQueue({
      ...common,
      budgets: unlimitedBudgets,
      concurrency: 2,
      maxWaiting: 512,
      maxWaitMs: 300_000,
      clock: now,
      isClockShared: false,
    }),
  };
}
