import { describe, expect, it } from 'vitest';
import type { Change } from '../change.ts';
import { channelsOf, eventFrame, eventNames } from './server-frame.ts';

const about = { payload: {}, readers: ['any'] };
const row = (action: Change['action']): Change => ({
  ...about,
  kind: 'row',
  databaseId: 'D',
  tableId: 'T',
  rowId: 'R',
  action,
});
const file = (action: Change['action']): Change => ({
  ...about,
  kind: 'file',
  bucketId: 'B',
  fileId: 'F',
  action,
});

describe('channels of a change', () => {
  it('names a row on eight channels, and on each with the action', () => {
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

  it('names a file on three channels, and on each with the action', () => {
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

  it('starts with the exact names of the row', () => {
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
  ])('holds %s', (name) => {
    expect(names).toContain(name);
  });

  it('holds no name twice and no other action', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => /update|delete|upsert/.test(name))).toEqual([]);
  });

  it('names files by bucket', () => {
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

it('an event is one JSON text per connection, with its subscription ids last', () => {
  const frame = eventFrame(
    { kind: 'file', action: 'create', bucketId: 'B', fileId: 'F', payload: { name: 'درس "1"' }, readers: [] },
    new Date('2026-01-31T12:00:00.123Z'),
  );
  expect(JSON.parse(frame.forSubscriptions(['s1', 's"2']))).toEqual({
    type: 'event',
    data: {
      events: expect.arrayContaining(['buckets.B.files.F.create']),
      channels: [...frame.channels],
      timestamp: '2026-01-31T12:00:00.123+00:00',
      payload: { name: 'درس "1"' },
      subscriptions: ['s1', 's"2'],
    },
  });
});
