import type { DatabaseSync } from 'node:sqlite';
import { searchKey } from '#contract/collation/search-key.ts';
import { sortKey } from '#contract/collation/sort-key.ts';

/** Teaches a database the keys of the collation, for texts that have none stored beside them. NULL for NULL. */
export function registerCollation(database: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true };
  database.function('search_key', options, (text) => (typeof text === 'string' ? searchKey(text) : null));
  database.function('sort_key', options, (text) => (typeof text === 'string' ? sortKey(text) : null));
}
