import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { type Condition, holds } from '#contract/collation/condition.ts';
import { searchKey } from '#contract/collation/search-key.ts';
import { sortKey } from '#contract/collation/sort-key.ts';
import { foldedText } from './folded-text.ts';

const conditions = new Map<number, Condition>();
/** The numbers of conditions that questions name, by their texts: more letters than one question can name, which has some 460,000. */
const numbers = new LRUCache<string, number, { condition: Condition }>({
  maxSize: 1_000_000,
  sizeCalculation: (_number, text) => text.length,
  dispose: (number) => conditions.delete(number),
  memoMethod(_text, _stale, { context }) {
    lastNumber += 1;
    conditions.set(lastNumber, context.condition);
    return lastNumber;
  },
});
let lastNumber = 0;

/** The number by which SQL names a condition; the same one for the same condition, and never another's. */
export function conditionNumber(condition: Condition): number {
  return numbers.memo(JSON.stringify(condition), { context: { condition } });
}

/**
 * Teaches a database the keys of the collation, for texts that have none stored beside them, and `holds`: whether a
 * search key satisfies a numbered condition, all of it in one call. NULL for NULL.
 */
export function registerCollation(database: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true };
  database.function('search_key', options, (text) => (typeof text === 'string' ? searchKey(text) : null));
  database.function('sort_key', options, (text) => (typeof text === 'string' ? sortKey(text) : null));
  database.function('folded_text', options, foldedText);
  database.function('holds', options, (key, number) => {
    const condition = conditions.get(Number(number));
    return typeof key === 'string' && condition ? Number(holds(condition, key)) : null;
  });
}
