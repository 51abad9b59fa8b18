import { createFairLine, type FairLine } from './fair-line.ts';
import type { Shares } from './shares.ts';

/** Where work waits for what there is little of. */
export interface Lines {
  /** The main thread. */
  readonly thread: FairLine;
  /** The process that draws pictures. */
  readonly pictures: FairLine;
  /** The connections to a hosted backend that bring lessons. */
  readonly fetches: FairLine;
  /** Memory for the bodies that strangers send. */
  readonly bodies: FairLine;
  /** Memory for the pieces of the owner's lessons; an SDK sends eight at once. */
  readonly uploads: FairLine;
}

/** What the owner may have done. */
const unlimited: Shares = { leftTo: () => 1, charge: () => undefined, check: () => undefined };

const processorTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Makes the lines; `width` is how many works the main thread has begun at a time. */
export function createLines(shares: Shares, width: number, now: () => number): Lines {
  const line = { shares, now, patience: 15_000 };
  return {
    thread: createFairLine({ ...line, width, longest: 1024, spent: processorTime }),
    pictures: createFairLine({ ...line, width: 1, longest: 64, spent: now }),
    fetches: createFairLine({ ...line, width: 2, longest: 64, spent: now }),
    bodies: createFairLine({ ...line, width: 16, longest: 64, spent: processorTime }),
    uploads: createFairLine({
      ...line,
      shares: unlimited,
      width: 2,
      longest: 512,
      patience: 300_000,
      spent: now,
    }),
  };
}
