import type { Json } from '../change.ts';
import { ApiError } from '../errors.ts';
import { checkArity, parseQuery, type Query } from '../queries/query.ts';
import { RealtimeError } from './server-frame.ts';

type Payload = { readonly [key: string]: Json };
type Test = (payload: Payload) => boolean;

/** Which payloads a subscription wants; `size` counts its conditions, each value of one. */
export type EventFilter = ReturnType<typeof createEventFilter>;

/** Compares two values of one type; NaN for different types, which no order holds for. */
function compared(a: Json, b: Json | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return Number.NaN;
}

const tests: Readonly<Record<string, (value: Json, values: readonly Json[]) => boolean>> = {
  equal: (value, values) => values.includes(value),
  notEqual: (value, values) => !values.includes(value),
  lessThan: (value, [other]) => compared(value, other) < 0,
  lessThanEqual: (value, [other]) => compared(value, other) <= 0,
  greaterThan: (value, [other]) => compared(value, other) > 0,
  greaterThanEqual: (value, [other]) => compared(value, other) >= 0,
  isNull: (value) => value === null,
  isNotNull: (value) => value !== null,
};

function testOf({ method, attribute, values, nested }: Query): Test {
  if (method === 'select') return () => true;
  if (method === 'and') return allOf(nested);
  if (method === 'or') {
    const alternatives = nested.map(testOf);
    return (payload) => alternatives.some((test) => test(payload));
  }
  const test = Object.hasOwn(tests, method) ? tests[method] : undefined;
  if (!test) {
    const allowed = [...Object.keys(tests), 'and', 'or', 'select'].join(', ');
    throw new RealtimeError(
      1003,
      `Invalid query: Query method '${method}' is not supported in Realtime queries. Allowed: ${allowed}`,
    );
  }
  checkArity(method, values);
  return (payload) => test(Object.hasOwn(payload, attribute) ? (payload[attribute] ?? null) : null, values);
}

function allOf(queries: readonly Query[]): Test {
  const all = queries.map(testOf);
  return (payload) => all.every((test) => test(payload));
}

function sizeOf(queries: readonly Query[]): number {
  return queries.reduce((sum, { nested, values }) => sum + Math.max(1, values.length) + sizeOf(nested), 0);
}

/**
 * Makes the filter of a subscription's queries, all of which must hold; no queries mean everything. Equality is strict
 * on type (docs/rules.md#realtime-events). Throws `RealtimeError` 1003 for a query that is malformed or not for realtime.
 */
export function createEventFilter(queries: readonly string[]) {
  try {
    const parsed = queries.map((text) => parseQuery(text));
    return { accepts: allOf(parsed), size: sizeOf(parsed) };
  } catch (error) {
    if (error instanceof ApiError) throw new RealtimeError(1003, error.message);
    throw error;
  }
}
