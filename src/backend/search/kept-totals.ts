import type { DatabaseSync } from 'node:sqlite';
import { statement } from '../database/statements.ts';

/** Totals kept for each database: what one library's visitors ask again while it does not change. */
const MAX_TOTALS = 1000;

interface Kept {
  readonly version: string;
  readonly totals: Map<string, number>;
}
const kept = new WeakMap<DatabaseSync, Kept>();

/** The number that `count` counts, from memory when nothing was written since it was counted last by this name. */
export function keptTotal(database: DatabaseSync, name: string, count: () => number): number {
  // What a transaction has written may yet be taken back.
  if (database.isTransaction) return count();
  const version = versionOf(database);
  const known = kept.get(database);
  const totals = known?.version === version ? known.totals : new Map<string, number>();
  kept.set(database, { version, totals });
  const total = totals.get(name) ?? count();
  if (totals.size >= MAX_TOTALS) totals.clear();
  totals.set(name, total);
  return total;
}

/** Changes with every write, of this connection or another's. */
function versionOf(database: DatabaseSync): string {
  const own = statement(database, 'SELECT total_changes() AS changes').get()?.changes;
  const others = statement(database, 'PRAGMA data_version').get()?.data_version;
  return `${own} ${others}`;
}
