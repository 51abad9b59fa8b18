import { ApiError } from '#http/api-error.ts';
import { ofTheHeaviest } from './connections.ts';
import type { Shares } from './shares.ts';

export interface FairQueueOptions {
  shares: Shares;
  /** Works at a time. */
  width: number;
  /** Askers that may wait. */
  longest: number;
  /** Milliseconds after which nobody waits any longer. */
  patience: number;
  /** A clock of what a work takes, in milliseconds: the thread's processor, or the time itself. */
  spent: () => number;
  /** How many connections have been accepted so far. */
  accepted: () => number;
}

interface Waiting {
  address: string;
  since: number;
  isWanted: () => boolean;
  turn: PromiseWithResolvers<void>;
}

/** Times, at most, that more connections are waited for between two works: one or two are accepted each time. */
const mostWaits = 64;

/** What it costs, in milliseconds of work, to be sent away from a queue that oneself has filled. */
const crowdingCost = 50;

export function createFairQueue(options: FairQueueOptions) {
  const { shares, width, longest, patience, spent, accepted } = options;
  const waiting: Waiting[] = [];
  let running = 0;

  const leave = (one: Waiting) => waiting.splice(waiting.indexOf(one), 1);
  const sendAway = (one: Waiting) => {
    leave(one);
    one.turn.reject(new ApiError('general_server_busy', { retryAfter: '5' }));
  };

  /** Sends away whom it is too late for. */
  const tidy = () => {
    const isTooLate = ({ since, isWanted }: Waiting) => performance.now() - since > patience || !isWanted();
    for (const one of waiting.filter(isTooLate)) sendAway(one);
  };

  const next = () => {
    running -= 1;
    tidy();
    while (running < width) {
      let first: Waiting | undefined;
      let most = Number.NEGATIVE_INFINITY;
      // Shares grow while they are looked at: each address is looked at once. Of an address, and of those that have had as little,
      // whoever came first goes first.
      for (const [address, [oldest]] of Map.groupBy(waiting, (each) => each.address)) {
        const left = shares.leftTo(address);
        if (left > most) [first, most] = [oldest, left];
      }
      if (!first) return;
      leave(first);
      running += 1;
      first.turn.resolve();
    }
  };

  /**
   * Whoever only wants what is there already is answered between two works: a new connection is accepted in one round of
   * the event loop, read in the next, and answered. A round accepts only one (libuv's `uv__server_io`): without more rounds a
   * crowd of fifty that comes before a visitor would be fifty works.
   */
  const pause = (waits = 0) => {
    const before = accepted();
    setImmediate(() =>
      setImmediate(() => (accepted() === before || waits >= mostWaits ? next() : pause(waits + 1))),
    );
  };

  const wait = (address: string, isWanted: () => boolean) => {
    const turn = Promise.withResolvers<void>();
    waiting.push({ address, isWanted, since: performance.now(), turn });
    if (waiting.length > longest) {
      tidy();
      const last = waiting.length > longest ? ofTheHeaviest(waiting, () => 1).at(-1) : undefined;
      if (last) {
        sendAway(last);
        // Whoever asks again at once is soon not answered at once: refusing takes the processor from what others wait for.
        shares.charge(last.address, crowdingCost);
      }
    }
    return turn.promise;
  };

  return {
    /** How many wait. */
    waiting: () => waiting.length,
    /**
     * Does `work` when it is the turn of `address`: the one that has used the least of its share goes first, and within
     * an address whoever came first. Rejects with 429 when the share is used up, with 503 when the queue is full or slow.
     */
    async pass<T>(address: string, work: () => T | Promise<T>, isWanted: () => boolean): Promise<T> {
      shares.check(address);
      if (running < width) running += 1;
      else await wait(address, isWanted);
      const before = spent();
      try {
        shares.check(address);
        return await work();
      } finally {
        shares.charge(address, spent() - before);
        pause();
      }
    },
  };
}
