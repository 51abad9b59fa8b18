import type { Json } from '../change.ts';
import { checkArity, invalidQuery, parseQuery, type Query } from '../query/parse.ts';

type Payload = { readonly [key: string]: Json };

/** Which payloads a subscription wants; `size` counts its conditions, each value of one. */
export type EventFilter = ReturnType<typeof createEventFilter>;

/** Compares two values of one type; NaN for different types, which no order holds for. */
function compared(a: Json, b: Json | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return Number.NaN;
}

/** What each method asks of the value that a payload has of its attribute. */
const tests: Readonly<Record<string, (value: Json, query: Query, payload: Payload) => boolean>> = {
  equal: (value, { values }) => values.includes(value),
  notEqual: (value, { values }) => !values.includes(value),
  lessThan: (value, { values: [other] }) => compared(value, other) < 0,
  lessThanEqual: (value, { values: [other] }) => compared(value, other) <= 0,
  greaterThan: (value, { values: [other] }) => compared(value, other) > 0,
  greaterThanEqual: (value, { values: [other] }) => compared(value, other) >= 0,
  isNull: (value) => value === null,
  isNotNull: (value) => value !== null,
  and: (_, { nested }, payload) => nested.every((one) => holds(one, payload)),
  or: (_, { nested }, payload) => nested.some((one) => holds(one, payload)),
  select: () => true,
};

function holds(query: Query, payload: Payload): boolean {
  const value = Object.hasOwn(payload, query.attribute) ? payload[query.attribute] : null;
  return tests[query.method]?.(value ?? null, query, payload) === true;
}

/** The number of conditions. Throws for a method that is not for realtime, or has too few values. */
function checkedSize(queries: readonly Query[]): number {
  return queries.reduce((sum, { method, values, nested }) => {
    if (!Object.hasOwn(tests, method))
      throw invalidQuery(
        `Invalid query: Query method '${method}' is not supported in Realtime queries. Allowed: ${Object.keys(tests).join(', ')}`,
      );
    checkArity(method, values);
    return sum + Math.max(1, values.length) + checkedSize(nested);
  }, 0);
}

/**
 * Makes the filter of a subscription's queries, all of which must hold; no queries mean everything. Equality is strict
 * on type (docs/rules.md#realtime-events). Throws `ApiError` for a query that is malformed or not for realtime.
 */
export function createEventFilter(queries: readonly string[]) {
  const parsed = queries.map(parseQuery);
  const accepts = (payload: Payload) => parsed.every((query) => holds(query, payload));
  return { accepts, size: checkedSize(parsed) };
}
