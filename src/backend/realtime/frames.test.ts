import { describe, expect, it } from 'vitest';
import type { Change } from '../context.ts';
import { channelsOf, createEventFilter, eventFrame, eventNames, parseClientFrame } from './frames.ts';

const commonFields = { payload: {}, readers: ['any'] };
const row = (action: Change['action']): Change => ({
  ...commonFields,
  kind: 'row',
  databaseId: 'D',
  tableId: 'T',
  rowId: 'R',
  action,
});
const file = (action: Change['action']): Change => ({
  ...commonFields,
  kind: 'file',
  bucketId: 'B',
  fileId: 'F',
  action,
});

describe('channels of a change', () => {
  it('are eight for a row, each with and without the action', () => {
    const plain = [
      'rows',
      'documents',
      'tablesdb.D.tables.T.rows',
      'tablesdb.D.tables.T.rows.R',
      'databases.D.collections.T.documents',
      'databases.D.collections.T.documents.R',
      'databases.D.tables.T.rows',
      'databases.D.tables.T.rows.R',
    ];
    expect(channelsOf(row('upsert')).sort()).toEqual(
      [...plain, ...plain.map((name) => `${name}.upsert`)].sort(),
    );
  });

  it('are three for a file, each with and without the action', () => {
    expect(channelsOf(file('create'))).toEqual([
      'files',
      'buckets.B.files',
      'buckets.B.files.F',
      'files.create',
      'buckets.B.files.create',
      'buckets.B.files.F.create',
    ]);
  });
});

describe('event names of a change', () => {
  const names = eventNames(row('create'));

  it('start with the exact names of the row', () => {
    expect(names.slice(0, 3)).toEqual([
      'tablesdb.D.tables.T.rows.R.create',
      'databases.D.collections.T.documents.R.create',
      'databases.D.tables.T.rows.R.create',
    ]);
  });

  it.each([
    'tablesdb.*.tables.*.rows.*.create',
    'databases.*.tables.*.rows.*.create',
    'databases.D.tables.T.rows.R',
    'databases.D.tables.T.rows.*',
    'databases.D.collections.*',
    'tablesdb.D.tables.T',
    'databases.D',
    'databases.*',
  ])('include %s', (name) => {
    expect(names).toContain(name);
  });

  it('have no duplicates and no other action', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => /update|delete|upsert/.test(name))).toEqual([]);
  });

  it('contain the bucket of a file', () => {
    expect(eventNames(file('delete'))).toEqual([
      'buckets.B.files.F.delete',
      'buckets.*.files.F.delete',
      'buckets.B.files.*.delete',
      'buckets.*.files.*.delete',
      'buckets.B.files.F',
      'buckets.*.files.F',
      'buckets.B.files.*',
      'buckets.*.files.*',
      'buckets.B',
      'buckets.*',
    ]);
  });
});

it('serializes an event for each connection, with its subscription ids last', () => {
  const frame = eventFrame(
    { kind: 'file', action: 'create', bucketId: 'B', fileId: 'F', payload: { name: 'درس "1"' }, readers: [] },
    new Date('2026-01-31T12:00:00.123Z'),
  );
  expect(JSON.parse(frame(['s1', 's"2']))).toEqual({
    type: 'event',
    data: {
      events: expect.arrayContaining(['buckets.B.files.F.create']),
      channels: expect.arrayContaining(['files', 'buckets.B.files.F.create']),
      timestamp: '2026-01-31T12:00:00.123+00:00',
      payload: { name: 'درس "1"' },
      subscriptions: ['s1', 's"2'],
    },
  });
});

const subscribe = (...data: unknown[]) => JSON.stringify({ type: 'subscribe', data });
const unsubscribe = (...data: unknown[]) => JSON.stringify({ type: 'unsubscribe', data });

describe('frames of a client', () => {
  it('reads a ping, with or without data', () => {
    expect(parseClientFrame('{"type":"ping"}')).toEqual({ type: 'ping' });
    expect(parseClientFrame('{"type":"ping","data":null}')).toEqual({ type: 'ping' });
  });

  it('reads subscriptions in order, with and without id and queries', () => {
    expect(
      parseClientFrame(subscribe({ subscriptionId: 'a', channels: ['x'], queries: ['q'] }, { channels: [] })),
    ).toEqual({
      type: 'subscribe',
      data: [
        { subscriptionId: 'a', channels: ['x'], queries: ['q'] },
        { channels: [], queries: [] },
      ],
    });
  });

  it('reads the ids of an unsubscribe', () => {
    expect(parseClientFrame(unsubscribe({ subscriptionId: 'a' }, { subscriptionId: 'b' }))).toEqual({
      type: 'unsubscribe',
      data: [{ subscriptionId: 'a' }, { subscriptionId: 'b' }],
    });
  });
});

describe('frames that are refused', () => {
  it.each([
    ['', 'Message format is not valid.'],
    ['{', 'Message format is not valid.'],
    ['[]', 'Message format is not valid.'],
    ['null', 'Message format is not valid.'],
    ['{}', 'Message format is not valid.'],
    ['{"data":[]}', 'Message type is not valid.'],
    ['{"type":"presence","data":{}}', 'Message type is not valid.'],
    ['{"type":"__proto__"}', 'Message type is not valid.'],
    ['{"type":"subscribe"}', 'Payload is not valid. Items is required'],
    ['{"type":"subscribe","data":{}}', 'items: Payload is not valid.'],
    ['{"type":"subscribe","data":[]}', 'items: Payload is not valid.'],
    [subscribe('x'), 'items: Each subscribe payload must be an object.'],
    [subscribe({}), 'items: channels is not present in payload.'],
    [subscribe({ channels: 'x' }), 'items: channels is not a valid array.'],
    [subscribe({ channels: [1] }), 'items: channels must contain only strings.'],
    [subscribe({ channels: [], queries: 'q' }), 'items: queries is not a valid array.'],
    [subscribe({ channels: [], queries: [1] }), 'items: queries is not a valid array.'],
    [subscribe({ channels: [], subscriptionId: 5 }), 'items: subscriptionId is not a valid id.'],
    [subscribe({ channels: [], subscriptionId: 'a/b' }), 'items: subscriptionId is not a valid id.'],
    [subscribe({ channels: ['x'] }, {}), 'items: channels is not present in payload.'],
    [unsubscribe({}), 'items: Each unsubscribe payload must include a non-empty subscriptionId.'],
    [
      unsubscribe({ subscriptionId: '' }),
      'items: Each unsubscribe payload must include a non-empty subscriptionId.',
    ],
    [unsubscribe(null), 'items: Each unsubscribe payload must include a non-empty subscriptionId.'],
  ])('%s', (frame, message) => {
    expect(() => parseClientFrame(frame)).toThrow(expect.objectContaining({ message }));
  });
});

const query = (method: string, attribute?: string, values?: unknown[]) =>
  JSON.stringify({ method, attribute, values });
const payload = { name: 'Wudu', size: 5, gone: null, list: [1], constructor: 'x' };

describe('queries of a subscription', () => {
  it.each([
    [[], true],
    [[query('select', undefined, ['*'])], true],
    [[query('equal', 'name', ['Wudu'])], true],
    [[query('equal', 'name', ['x', 'Wudu'])], true],
    [[query('equal', 'name', ['wudu'])], false],
    [[query('equal', 'size', [5])], true],
    [[query('equal', 'size', ['5'])], false],
    [[query('notEqual', 'size', [5])], false],
    [[query('notEqual', 'size', ['5'])], true],
    [[query('lessThan', 'size', [6])], true],
    [[query('lessThan', 'size', [5])], false],
    [[query('lessThanEqual', 'size', [5])], true],
    [[query('greaterThan', 'size', [4])], true],
    [[query('greaterThanEqual', 'size', [6])], false],
    [[query('greaterThan', 'size', ['4'])], false],
    [[query('greaterThan', 'name', ['W'])], true],
    [[query('isNull', 'gone')], true],
    [[query('isNull', 'absent')], true],
    [[query('isNotNull', 'name')], true],
    [[query('isNotNull', 'toString')], false],
    [[query('equal', 'name', ['Wudu']), query('equal', 'size', [6])], false],
    [
      [
        JSON.stringify({
          method: 'or',
          values: [JSON.parse(query('equal', 'size', [6])), JSON.parse(query('equal', 'size', [5]))],
        }),
      ],
      true,
    ],
    [
      [
        JSON.stringify({
          method: 'and',
          values: [JSON.parse(query('equal', 'size', [6])), JSON.parse(query('equal', 'size', [5]))],
        }),
      ],
      false,
    ],
  ])('for %j, accept the event: %s', (queries, accepted) => {
    expect(createEventFilter(queries).accepts(payload)).toBe(accepted);
  });

  it.each([
    ['{', 'Invalid query: Syntax error'],
    [
      query('contains', 'name', ['x']),
      "Invalid query: Query method 'contains' is not supported in Realtime queries. Allowed: equal, notEqual, lessThan, lessThanEqual, greaterThan, greaterThanEqual, isNull, isNotNull, and, or, select",
    ],
    [
      query('limit', undefined, [1]),
      expect.stringContaining("method 'limit' is not supported in Realtime queries"),
    ],
    [query('equal', 'name', []), 'Invalid query: Equal queries require at least one value.'],
    [query('constructor'), 'Invalid query method: constructor'],
  ])('are refused if one is %s', (text, message) => {
    expect(() => createEventFilter([text])).toThrow(expect.objectContaining({ message }));
  });

  it('have a size, which counts every condition, and each value of a condition as one', () => {
    const values = query('equal', 'name', ['a', 'b', 'c']);
    const nested = JSON.stringify({
      method: 'or',
      values: [JSON.parse(values), JSON.parse(query('isNull', 'gone'))],
    });
    expect(createEventFilter([values, query('isNotNull', 'name')]).size).toBe(4);
    expect(createEventFilter([nested]).size).toBe(5);
  });
});
