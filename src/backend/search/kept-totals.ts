import type { DatabaseSync } from 'node:sqlite';
import { keptOf } from '../kept.ts';

/** The number that `count` counts, from memory when nothing was written since it was counted last by this name. */
export function keptTotal(database: DatabaseSync, name: string, count: () => number): number {
  // What a transaction has written may yet be taken back.
  if (database.isTransaction) return count();
  const kept = keptOf(database);
  const totals = kept.shelf<number>('total', () => 0);
  const known = totals.find(name);
  if (known !== undefined) return known;
  const version = kept.version();
  const total = count();
  totals.keep(name, total, version);
  return total;
}
