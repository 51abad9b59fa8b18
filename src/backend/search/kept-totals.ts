import type { DatabaseSync } from 'node:sqlite';
import { keptOf } from '../kept.ts';

/** The number that `count` counts, from memory when nothing was written since it was counted last by this name. */
export function keptTotal(database: DatabaseSync, name: string, count: () => number): number {
  // A transaction may still be rolled back.
  if (database.isTransaction) return count();
  return keptOf(database)
    .shelf<number>('total', () => 0)
    .get(name, count);
}
