import { createFairQueue } from './fair-queue.ts';
import type { Shares } from './shares.ts';

/** What the owner may have done. */
const unlimited: Shares = { leftTo: () => 1, charge: () => undefined, check: () => undefined };

const now = () => performance.now();
const processorTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Where work waits for what there is little of; `width` is how many works the main thread has begun at a time,
 * `accepted` how many connections have been.
 */
export function createQueues(shares: Shares, width: number, accepted: () => number) {
  const common = { shares, accepted, patience: 15_000 };
  return {
    /** The main thread. */
    thread: createFairQueue({ ...common, width, longest: 1024, spent: processorTime }),
    /** The process that draws pictures. */
    pictures: createFairQueue({ ...common, width: 1, longest: 64, spent: now }),
    /** The connections to a hosted backend that bring lessons. */
    fetches: createFairQueue({ ...common, width: 2, longest: 64, spent: now }),
    /** Memory for the bodies that strangers send. */
    bodies: createFairQueue({ ...common, width: 16, longest: 64, spent: processorTime }),
    /** Memory for the pieces of the owner's lessons; an SDK sends eight at once. */
    uploads: createFairQueue({
      ...common,
      shares: unlimited,
      width: 2,
      longest: 512,
      patience: 300_000,
      spent: now,
    }),
  };
}
