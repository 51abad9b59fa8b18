import * as v from 'valibot';
import { ApiError } from '#http/api-error.ts';
import type { Change, Json } from '../context.ts';
import { formatDate } from '../date-text.ts';
import { checkArity, invalidQuery, parseQuery, type Query } from '../query/parse.ts';

// Frames of the server

/** Serializes a frame of the server (docs/rules.md#realtime-frames). */
export function serverFrame(type: 'connected' | 'response' | 'error' | 'pong', data?: object): string {
  return JSON.stringify({ type, data });
}

/** Serializes an error frame, with a code and a text of docs/rules.md#realtime-errors. */
export function errorFrame(code: 1003 | 1008 | 1013, message: string): string {
  return serverFrame('error', { code, message });
}

/** Returns the paths of a change, alternating names and ids. A row has every path format that Appwrite has used, the current one first. */
function pathsOf(change: Change): string[][] {
  if (change.kind === 'file') return [['buckets', change.bucketId, 'files', change.fileId]];
  const { databaseId, tableId, rowId } = change;
  return [
    ['tablesdb', databaseId, 'tables', tableId, 'rows', rowId],
    ['databases', databaseId, 'collections', tableId, 'documents', rowId],
    ['databases', databaseId, 'tables', tableId, 'rows', rowId],
  ];
}

/** Lists the channels of a change, without and with the action appended (docs/rules.md#realtime-events). */
export function channelsOf(change: Change): string[] {
  const channels = pathsOf(change).flatMap((path) => [path.slice(0, -1).join('.'), path.join('.')]);
  const kindChannels = change.kind === 'row' ? ['rows', 'documents'] : ['files'];
  const channelNames = [...new Set([...kindChannels, ...channels])];
  return [...channelNames, ...channelNames.map((channel) => `${channel}.${change.action}`)];
}

/** Lists `databases.D.tables.T`, then its variants with each combination of ids replaced by `*`. */
function withWildcards(path: readonly string[]): string[] {
  return path.reduce<string[]>(
    (names, part, at) => {
      const parts = at % 2 === 0 ? [part] : [part, '*'];
      return parts.flatMap((last) => names.map((name) => (name ? `${name}.${last}` : last)));
    },
    [''],
  );
}

/** Lists the `events` of a change, most specific first (docs/rules.md#realtime-events). */
function eventNames(change: Change): string[] {
  const lists = pathsOf(change).map((path) => {
    const names = withWildcards(path).map((name) => `${name}.${change.action}`);
    for (let end = path.length; end > 0; end -= 2) names.push(...withWildcards(path.slice(0, end)));
    return names;
  });
  const interleavedNames = (lists[0] ?? []).flatMap((_, at) => lists.map((list) => list[at] ?? ''));
  return [...new Set(interleavedNames)];
}

/**
 * Serializes the `event` frame of a change that was committed at `date`, once for all connections. Each connection adds its subscription
 * ids.
 */
export function eventFrame(change: Change, date: Date): (ids: readonly string[]) => string {
  const { payload } = change;
  const event = {
    events: eventNames(change),
    channels: channelsOf(change),
    timestamp: formatDate(date),
    payload,
  };
  const prefix = `{"type":"event","data":${JSON.stringify(event).slice(0, -1)},"subscriptions":`;
  return (ids) => `${prefix}${JSON.stringify(ids)}}}`;
}

// Frames of a client

const listOf = <const Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.nullish(v.unknown(), null),
    v.check((data) => data !== null, 'Payload is not valid. Items is required'),
    v.array(item, 'items: Payload is not valid.'),
    v.nonEmpty('items: Payload is not valid.'),
  );

const invalidQueries = 'items: queries is not a valid array.';
const invalidId = 'items: subscriptionId is not a valid id.';
/** A subscription of a client. Without an id, the server generates one. */
const subscription = v.object(
  {
    channels: v.array(
      v.string('items: channels must contain only strings.'),
      'items: channels is not a valid array.',
    ),
    queries: v.optional(v.array(v.string(invalidQueries), invalidQueries), []),
    subscriptionId: v.nullish(v.pipe(v.string(invalidId), v.regex(/^[A-Za-z0-9_.-]{1,36}$/, invalidId))),
  },
  ({ expected }) =>
    expected === 'Object'
      ? 'items: Each subscribe payload must be an object.'
      : 'items: channels is not present in payload.',
);

const missingId = 'items: Each unsubscribe payload must include a non-empty subscriptionId.';
const unsubscription = v.object(
  { subscriptionId: v.pipe(v.string(missingId), v.nonEmpty(missingId)) },
  missingId,
);

const clientFrame = v.variant(
  'type',
  [
    v.object({ type: v.picklist(['ping', 'authentication']) }),
    v.object({ type: v.literal('subscribe'), data: listOf(subscription) }),
    v.object({ type: v.literal('unsubscribe'), data: listOf(unsubscription) }),
  ],
  'Message type is not valid.',
);

export type Subscribe = v.InferOutput<typeof subscription>;

/**
 * Parses a frame of a client (docs/rules.md#realtime-frames). Throws `ApiError` with the text of docs/rules.md#realtime-errors; refuses a
 * batch as a whole.
 */
export function parseClientFrame(text: string) {
  let frame: { type?: unknown; data?: unknown } | null = null;
  try {
    frame = JSON.parse(text);
  } catch {}
  if (frame?.type === undefined && frame?.data === undefined)
    throw new ApiError('general_bad_request', 'Message format is not valid.');
  const result = v.safeParse(clientFrame, frame, { abortEarly: true });
  if (!result.success) throw new ApiError('general_bad_request', result.issues[0].message);
  return result.output;
}

// Filters of events

type Payload = { readonly [key: string]: Json };

/** The filter of a subscription; `size` counts each value, each query without values, and each group as one condition. */
export type EventFilter = ReturnType<typeof createEventFilter>;

/** Compares two values of one type; NaN for different types, which have no order. */
function compareValues(a: Json, b: Json | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return Number.NaN;
}

/** Tests of a payload's attribute value, by method. */
const methodTests: Readonly<Record<string, (value: Json, query: Query, payload: Payload) => boolean>> = {
  equal: (value, { values }) => values.includes(value),
  notEqual: (value, { values }) => !values.includes(value),
  lessThan: (value, { values: [other] }) => compareValues(value, other) < 0,
  lessThanEqual: (value, { values: [other] }) => compareValues(value, other) <= 0,
  greaterThan: (value, { values: [other] }) => compareValues(value, other) > 0,
  greaterThanEqual: (value, { values: [other] }) => compareValues(value, other) >= 0,
  isNull: (value) => value === null,
  isNotNull: (value) => value !== null,
  and: (_, { nested }, payload) => nested.every((child) => matchesQuery(child, payload)),
  or: (_, { nested }, payload) => nested.some((child) => matchesQuery(child, payload)),
  select: () => true,
};

function matchesQuery(query: Query, payload: Payload): boolean {
  const value = Object.hasOwn(payload, query.attribute) ? payload[query.attribute] : null;
  return methodTests[query.method]?.(value ?? null, query, payload) === true;
}

/** Counts the conditions. Throws for a method that realtime does not support or a wrong number of values. */
function countConditions(queries: readonly Query[]): number {
  return queries.reduce((sum, { method, values, nested }) => {
    if (!Object.hasOwn(methodTests, method))
      throw invalidQuery(
        `Invalid query: Query method '${method}' is not supported in Realtime queries. Allowed: ${Object.keys(methodTests).join(', ')}`,
      );
    checkArity(method, values);
    return sum + Math.max(1, values.length) + countConditions(nested);
  }, 0);
}

/**
 * Creates the filter of a subscription, whose queries must all match; without queries every event passes. Equality is strict on type
 * (docs/rules.md#realtime-events). Throws `ApiError` for a query that is malformed or not supported in realtime.
 */
export function createEventFilter(queries: readonly string[]) {
  const parsedQueries = queries.map(parseQuery);
  const accepts = (payload: Payload) => parsedQueries.every((query) => matchesQuery(query, payload));
  return { accepts, size: countConditions(parsedQueries) };
}
