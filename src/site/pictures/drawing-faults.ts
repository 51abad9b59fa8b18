import { LRUCache } from 'lru-cache';
import type { DrawingFault } from './drawing-process.ts';

/** Why there is no picture. `slow`: not within the time, or not within the memory. */
export interface NotDrawn {
  fault: DrawingFault | 'slow';
}

/** Milliseconds after which it is tried again. */
const minute = 60_000;
const hour = 60 * minute;

/**
 * What could not be drawn a short while ago: a fault of the file stays for an hour. A slow drawing may have met a busy machine, so it
 * stays for a minute, and four times as long after each further time.
 */
export function createDrawingFaults(clock: { now(): number } = performance) {
  const faults = new LRUCache<string, NotDrawn>({ max: 2000, perf: clock, ttlResolution: 0 });
  const slowFor = new LRUCache<string, number>({ max: 2000 });
  return {
    get: (key: string) => faults.get(key),
    keep(key: string, fault: NotDrawn): void {
      const stays = fault.fault === 'slow' ? Math.min(hour, 4 * (slowFor.get(key) ?? minute / 4)) : hour;
      if (fault.fault === 'slow') slowFor.set(key, stays);
      faults.set(key, fault, { ttl: stays });
    },
  };
}
