import { describe, expect, it } from 'vitest';
import { parseClientFrame } from './client-frame.ts';

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
