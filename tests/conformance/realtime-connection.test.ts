import { Channel, Client, Query, Realtime } from 'appwrite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSocket, type RealtimeSocket, setUpRealtime } from './support/realtime-setup.ts';

// Tests how sockets open, the messages of clients, and the web SDK.
const setup = setUpRealtime();
const { newCategory, open } = setup;

describe('opening', () => {
  it('sends `connected` at once, with two empty lists', async () => {
    expect(await open().next()).toEqual({
      type: 'connected',
      data: { channels: [], subscriptions: [], user: null },
    });
  });

  it.each([
    ['no project', 'channels[]=rows'],
    ['an unknown project', 'project=other'],
  ])('with %s is refused by an error and close code 1008', async (_, search) => {
    const socket = open(search);
    expect(await socket.next()).toEqual({
      type: 'error',
      data: { code: 1008, message: 'Missing or unknown project ID' },
    });
    expect(await socket.closed).toBe(1008);
  });

  it.each(['https://evil.example', 'https://localhost.evil.example', 'null'])(
    'from the origin %s is refused by an error and close code 1008',
    async (origin) => {
      const socket = open(undefined, { origin });
      expect(await socket.next()).toMatchObject({
        type: 'error',
        data: {
          code: 1008,
          message: expect.stringMatching(/^Invalid Origin\./),
        },
      });
      expect(await socket.closed).toBe(1008);
    },
  );

  it.each(['http://localhost:5173', 'https://friend.example', 'https://friend.example:8443'])(
    'from the origin %s is accepted',
    async (origin) => {
      expect((await open(undefined, { origin }).next()).type).toBe('connected');
    },
  );

  it('refuses another path', async () => {
    const socket = openSocket(setup.endpoint.replace('/v1', '/other'));
    expect(await socket.closed).toBe(1006);
  });
});

describe('messages', () => {
  let socket: RealtimeSocket;
  beforeEach(async () => {
    socket = open();
    await socket.next();
  });

  it('responds to a ping', async () => {
    for (const ping of [{ type: 'ping' }, { type: 'ping', data: null }])
      expect(await socket.request(ping)).toEqual({ type: 'pong' });
  });

  it('confirms subscriptions in order, with given and generated ids', async () => {
    const queries = [Query.equal('categoryName', 'x')];
    const response = await socket.request({
      type: 'subscribe',
      data: [{ subscriptionId: 'mine', channels: ['rows'], queries }, { channels: ['files'] }],
    });
    expect(response).toEqual({
      type: 'response',
      data: {
        to: 'subscribe',
        success: true,
        subscriptions: [
          { subscriptionId: 'mine', channels: ['rows'], queries },
          { subscriptionId: expect.stringMatching(/^\w+$/), channels: ['files'], queries: [] },
        ],
      },
    });
  });

  it('lists which ids were unsubscribed and which were unknown', async () => {
    await socket.request({ type: 'subscribe', data: [{ subscriptionId: 'a', channels: ['rows'] }] });
    const data = [{ subscriptionId: 'a' }, { subscriptionId: 'b' }];
    expect(await socket.request({ type: 'unsubscribe', data })).toEqual({
      type: 'response',
      data: {
        to: 'unsubscribe',
        success: true,
        subscriptions: [
          { subscriptionId: 'a', removed: true },
          { subscriptionId: 'b', removed: false },
        ],
      },
    });
  });

  it('refuses a batch of unsubscriptions as a whole', async () => {
    await socket.request({ type: 'subscribe', data: [{ subscriptionId: 'a', channels: ['rows'] }] });
    await socket.request({ type: 'unsubscribe', data: [{ subscriptionId: 'a' }, {}] });
    const response = await socket.request({ type: 'unsubscribe', data: [{ subscriptionId: 'a' }] });
    expect(response.data).toMatchObject({ subscriptions: [{ removed: true }] });
  });

  const subscribe = (...data: unknown[]) => ({ type: 'subscribe', data });
  const unsubscribe = (...data: unknown[]) => ({ type: 'unsubscribe', data });
  const withQuery = (query: string) => subscribe({ channels: ['rows'], queries: [query] });
  const unsupported = (method: string) =>
    `Invalid query: Query method '${method}' is not supported in Realtime queries. Allowed: equal, notEqual, lessThan, lessThanEqual, greaterThan, greaterThanEqual, isNull, isNotNull, and, or, select`;
  const noId = 'items: Each unsubscribe payload must include a non-empty subscriptionId.';
  it.each<[frame: unknown, message: string]>([
    ['', 'Message format is not valid.'],
    ['{', 'Message format is not valid.'],
    ['[]', 'Message format is not valid.'],
    ['null', 'Message format is not valid.'],
    ['{}', 'Message format is not valid.'],
    [{ data: [] }, 'Message type is not valid.'],
    [{ type: 'presence', data: {} }, 'Message type is not valid.'],
    ['{"type":"__proto__"}', 'Message type is not valid.'],
    [{ type: 'authentication', data: { session: 'x' } }, 'Session is not valid.'],
    [{ type: 'subscribe' }, 'Payload is not valid. Items is required'],
    [{ type: 'subscribe', data: {} }, 'items: Payload is not valid.'],
    [subscribe(), 'items: Payload is not valid.'],
    [subscribe('x'), 'items: Each subscribe payload must be an object.'],
    [subscribe({}), 'items: channels is not present in payload.'],
    [subscribe({ channels: 'x' }), 'items: channels is not a valid array.'],
    [subscribe({ channels: [1] }), 'items: channels must contain only strings.'],
    [subscribe({ channels: [], queries: 'q' }), 'items: queries is not a valid array.'],
    [subscribe({ channels: [], queries: [1] }), 'items: queries is not a valid array.'],
    [subscribe({ channels: [], subscriptionId: 5 }), 'items: subscriptionId is not a valid id.'],
    [subscribe({ channels: [], subscriptionId: 'a/b' }), 'items: subscriptionId is not a valid id.'],
    [unsubscribe({}), noId],
    [unsubscribe({ subscriptionId: '' }), noId],
    [unsubscribe(null), noId],
    [withQuery('{'), 'Invalid query: Syntax error'],
    [withQuery(Query.contains('a', 'b')), unsupported('contains')],
    [withQuery(Query.limit(1)), unsupported('limit')],
    [withQuery(Query.equal('a', [])), 'Invalid query: Equal queries require at least one value.'],
    [withQuery('{"method":"constructor"}'), 'Invalid query method: constructor'],
  ])('responds to %j with 1003 and stays open', async (frame, message) => {
    expect(await socket.request(frame)).toEqual({ type: 'error', data: { code: 1003, message } });
    expect(await socket.request({ type: 'ping' })).toEqual({ type: 'pong' });
  });

  it('refuses a batch of subscriptions as a whole', async () => {
    await socket.request({ type: 'subscribe', data: [{ subscriptionId: 'a', channels: ['rows'] }, {}] });
    const response = await socket.request({ type: 'unsubscribe', data: [{ subscriptionId: 'a' }] });
    expect(response.data).toMatchObject({ subscriptions: [{ removed: false }] });
  });
});

it('an older web SDK subscribes to the channels in the URL', async () => {
  const socket = open('project=minbar&channels[]=rows&channels[]=files&channels[2]=rows');
  const connectedFrame = await socket.next();
  expect(connectedFrame.data).toMatchObject({ channels: ['rows', 'files'], user: null });
  expect(connectedFrame.data?.subscriptions).toEqual([expect.any(String)]);
  await newCategory('old');
  expect((await socket.next()).data).toMatchObject({
    subscriptions: connectedFrame.data?.subscriptions,
    payload: { categoryName: 'old' },
  });
});

describe('the web SDK (appwrite 28)', () => {
  let realtime: Realtime;
  beforeEach(() => {
    // The SDK uses a browser's timers and storage.
    vi.stubGlobal('window', {
      setInterval,
      clearInterval,
      setTimeout,
      localStorage: { getItem: () => null },
    });
    realtime = new Realtime(new Client().setEndpoint(setup.endpoint).setProject('minbar'));
  });
  afterEach(async () => {
    await realtime.disconnect();
    vi.unstubAllGlobals();
  });

  /** Subscribes and collects received events. */
  async function listen(
    channels: Exclude<Parameters<typeof realtime.subscribe>[0], string>,
    queries: string[] = [],
  ) {
    const messages: { events: string[]; payload: Record<string, unknown> }[] = [];
    const { close } = await realtime.subscribe(
      channels,
      (event) => void messages.push(event as never),
      queries,
    );
    return { messages, close };
  }

  it('receives rows of a table by Channel, with queries', async () => {
    const rows = Channel.tablesdb('library').table('categories').row();
    const unfiltered = await listen([rows]);
    const filtered = await listen([rows, 'files'], [Query.equal('categoryName', 'wanted')]);
    // The SDK subscribes after `subscribe` has resolved, so categories are created until they arrive.
    const namesOf = ({ messages }: typeof filtered) => [
      ...new Set(messages.map(({ payload }) => payload.categoryName)),
    ];
    const createBoth = async () => {
      await newCategory('unwanted');
      await newCategory('wanted');
      return [namesOf(unfiltered).sort(), namesOf(filtered)];
    };
    await expect.poll(createBoth).toEqual([['unwanted', 'wanted'], ['wanted']]);
  });

  it('receives nothing after close', async () => {
    const { messages, close } = await listen(['rows']);
    const createOne = async () => {
      await newCategory('first');
      return messages.length;
    };
    await expect.poll(createOne).toBeGreaterThan(0);
    await close();
    const eventCount = messages.length;
    await newCategory('after');
    expect(messages.length).toBe(eventCount);
  });

  it('reports an error of the server', async () => {
    const codes: unknown[] = [];
    const otherClient = new Realtime(new Client().setEndpoint(setup.endpoint).setProject('other'));
    otherClient.onError((_, code) => codes.push(code));
    await otherClient.subscribe('rows', () => undefined).catch(() => undefined);
    await expect.poll(() => codes).toContain(1008);
    await otherClient.disconnect();
  });
});
