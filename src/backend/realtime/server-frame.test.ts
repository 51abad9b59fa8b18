import { expect, it } from 'vitest';
import { eventFrame } from './server-frame.ts';

it('is one JSON text per connection, with its subscription ids last', () => {
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
