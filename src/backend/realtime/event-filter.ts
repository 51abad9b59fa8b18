import type { Json } from '../change.ts';
import { ApiError } from '../errors.ts';
import { checkArity, parseQuery, type Query } from '../queries/query.ts';
import { RealtimeError } from './realtime-error.ts';

type Payload = { readonly [key: string]: Json };
type Test = (payload: Payload) => boolean;

/** Which payloads a subscription wants; `size` counts its conditions. */
export interface EventFilter {
  accepts: Test;
  size: number;
}

function attributeOf(payload: Payload, name: string): Json {
  return Object.hasOwn(payload, name) ? (payload[name] ?? null) : null;
}

/** Compares two values of one type; undefined for different types, which no order holds for. */
function compared(a: Json, b: Json | undefined): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return undefined;
}

function ordered(query: Query, holds: (difference: number) => boolean): Test {
  return (payload) => {
    const difference = compared(attributeOf(payload, query.attribute), query.values[0]);
    return difference !== undefined && holds(difference);
  };
}

const tests: Readonly<Record<string, (query: Query) => Test>> = {
  equal: (query) => (payload) => query.values.includes(attributeOf(payload, query.attribute)),
  notEqual: (query) => (payload) => !query.values.includes(attributeOf(payload, query.attribute)),
  lessThan: (query) => ordered(query, (difference) => difference < 0),
  lessThanEqual: (query) => ordered(query, (difference) => difference <= 0),
  greaterThan: (query) => ordered(query, (difference) => difference > 0),
  greaterThanEqual: (query) => ordered(query, (difference) => difference >= 0),
  isNull: (query) => (payload) => attributeOf(payload, query.attribute) === null,
  isNotNull: (query) => (payload) => attributeOf(payload, query.attribute) !== null,
  and: (query) => allOf(query.nested),
  or: (query) => {
    const alternatives = query.nested.map(testOf);
    return (payload) => alternatives.some((test) => test(payload));
  },
  select: () => () => true,
};

function testOf(query: Query): Test {
  const test = Object.hasOwn(tests, query.method) ? tests[query.method] : undefined;
  if (!test) {
    const allowed = Object.keys(tests).join(', ');
    throw new RealtimeError(
      1003,
      `Invalid query: Query method '${query.method}' is not supported in Realtime queries. Allowed: ${allowed}`,
    );
  }
  checkArity(query.method, query.values);
  return test(query);
}

function allOf(queries: readonly Query[]): Test {
  const all = queries.map(testOf);
  return (payload) => all.every((test) => test(payload));
}

function sizeOf(queries: readonly Query[]): number {
  return queries.reduce((sum, { nested }) => sum + 1 + sizeOf(nested), 0);
}

/**
 * Makes the filter of a subscription's queries, all of which must hold; no queries mean everything. Equality is strict
 * on type (docs/rules.md#realtime-events). Throws `RealtimeError` 1003 for a query that is malformed or not for realtime.
 */
export function createEventFilter(queries: readonly string[]): EventFilter {
  try {
    const parsed = queries.map((text) => parseQuery(text));
    return { accepts: allOf(parsed), size: sizeOf(parsed) };
  } catch (error) {
    if (error instanceof ApiError) throw new RealtimeError(1003, error.message);
    throw error;
  }
}
