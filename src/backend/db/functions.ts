import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { type Condition, isMet } from '#text/condition.ts';
import { searchKey } from '#text/search-key.ts';
import { sortKey } from '#text/sort-key.ts';
import { trigramRowid } from './tables.ts';

/** Conditions by name, limited to a million characters in total. The conditions of one query have at most about 460,000. */
const conditions = new LRUCache<string, Condition>({ maxSize: 1_000_000 });

/** Stores a condition and returns its name for use in SQL. Only equal conditions share a name. */
export function nameCondition(condition: Condition): string {
  const text = JSON.stringify(condition);
  const name = hash('sha256', text, 'base64');
  conditions.set(name, condition, { size: text.length });
  return name;
}

/**
 * Registers SQL functions: search and sort keys, trigram rowids, and `holds`, which tests a search key against a named condition. All
 * return NULL for NULL, and `holds` also for an unknown name.
 */
export function registerFunctions(database: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true };
  database.function('search_key', options, (text) => (typeof text === 'string' ? searchKey(text) : null));
  database.function('sort_key', options, (text) => (typeof text === 'string' ? sortKey(text) : null));
  database.function('trigram_rowid', options, (key, sequence) =>
    key instanceof Uint8Array ? trigramRowid(key, Number(sequence)) : null,
  );
  database.function('holds', options, (key, name) => {
    const condition = conditions.get(String(name));
    return typeof key === 'string' && condition ? Number(isMet(condition, key)) : null;
  });
}
