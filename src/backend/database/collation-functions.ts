import type { DatabaseSync } from 'node:sqlite';
import { type Condition, holds } from '#contract/collation/condition.ts';
import { searchKey } from '#contract/collation/search-key.ts';
import { sortKey } from '#contract/collation/sort-key.ts';

/** Conditions kept: more than one question can name. */
const MAX_CONDITIONS = 1000;

const numbers = new Map<string, number>();
const conditions = new Map<number, Condition>();
let lastNumber = 0;

/** The number by which SQL names a condition; the same one for the same condition, and never another's. */
export function conditionNumber(condition: Condition): number {
  const text = JSON.stringify(condition);
  const number = numbers.get(text) ?? ++lastNumber;
  numbers.delete(text);
  numbers.set(text, number);
  conditions.set(number, condition);
  const [oldest] = numbers;
  if (oldest && numbers.size > MAX_CONDITIONS) {
    numbers.delete(oldest[0]);
    conditions.delete(oldest[1]);
  }
  return number;
}

/**
 * Teaches a database the keys of the collation, for texts that have none stored beside them, and `holds`: whether a
 * search key satisfies a numbered condition, all of it in one call. NULL for NULL.
 */
export function registerCollation(database: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true };
  database.function('search_key', options, (text) => (typeof text === 'string' ? searchKey(text) : null));
  database.function('sort_key', options, (text) => (typeof text === 'string' ? sortKey(text) : null));
  database.function('holds', options, (key, number) => {
    const condition = conditions.get(Number(number));
    return typeof key === 'string' && condition ? Number(holds(condition, key)) : null;
  });
}
