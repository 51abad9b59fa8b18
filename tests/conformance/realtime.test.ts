import { Channel, Query, Realtime, Client as WebClient } from 'appwrite';
import { Client, ID, Storage, TablesDB } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KEY, type RunningBackend, startBackend } from '../support/backend.ts';
import { openSocket, type RealtimeSocket } from '../support/realtime-socket.ts';
import { samplePdf } from '../support/sample-pdf.ts';

const categories = { databaseId: 'library', tableId: 'categories' };

let running: RunningBackend;
let tables: TablesDB;
let storage: Storage;
let opened: RealtimeSocket[] = [];

beforeAll(async () => {
  running = await startBackend({ platformOrigins: ['https://friend.example'] });
  const client = new Client().setEndpoint(running.endpoint).setProject('minbar').setKey(KEY);
  tables = new TablesDB(client);
  storage = new Storage(client);
});
afterEach(() => {
  for (const { socket } of opened) socket.terminate();
  opened = [];
});
afterAll(() => running.stop());

function open(search?: string, headers?: Record<string, string>): RealtimeSocket {
  const socket = openSocket(running.endpoint, search, headers);
  opened.push(socket);
  return socket;
}

async function subscribed(...data: object[]): Promise<RealtimeSocket> {
  const socket = open();
  await socket.next();
  await socket.ask({ type: 'subscribe', data });
  return socket;
}

const newCategory = (categoryName: string, rowId: string = ID.unique()) =>
  tables.createRow({ ...categories, rowId, data: { categoryName } });

describe('opening (contract 8.1, 8.3)', () => {
  it('says connected at once, with two empty lists', async () => {
    expect(await open().next()).toEqual({
      type: 'connected',
      data: { channels: [], subscriptions: [], user: null },
    });
  });

  it.each([
    ['no project', 'channels[]=rows'],
    ['an unknown project', 'project=other'],
  ])('with %s: error and close 1008', async (_, search) => {
    const socket = open(search);
    expect(await socket.next()).toEqual({
      type: 'error',
      data: { code: 1008, message: 'Missing or unknown project ID' },
    });
    expect(await socket.closed).toBe(1008);
  });

  it.each(['https://evil.example', 'https://localhost.evil.example', 'null'])(
    'from the origin %s: error and close 1008',
    async (origin) => {
      const socket = open(undefined, { origin });
      expect(await socket.next()).toMatchObject({
        type: 'error',
        data: {
          code: 1008,
          message: expect.stringMatching(/^Invalid Origin\. Register your new client \(.+\) as/),
        },
      });
      expect(await socket.closed).toBe(1008);
    },
  );

  it.each(['http://localhost:5173', 'https://friend.example', 'https://friend.example:8443'])(
    'from the origin %s',
    async (origin) => {
      expect((await open(undefined, { origin }).next()).type).toBe('connected');
    },
  );

  it('with a bad query in the URL: error and close 1008', async () => {
    const socket = open('project=minbar&channels[]=rows&rows[0][]=nonsense');
    expect(await socket.next()).toEqual({
      type: 'error',
      data: { code: 1008, message: 'Invalid query: Syntax error' },
    });
    expect(await socket.closed).toBe(1008);
  });

  it('on another path is no socket', async () => {
    const socket = openSocket(running.endpoint.replace('/v1', '/other'));
    expect(await socket.closed).toBe(1006);
  });
});

describe('messages (contract 8.2, 8.3)', () => {
  let socket: RealtimeSocket;
  beforeEach(async () => {
    socket = open();
    await socket.next();
  });

  it('answers a ping', async () => {
    expect(await socket.ask({ type: 'ping' })).toEqual({ type: 'pong' });
  });

  it('answers subscriptions in order, with given and made ids', async () => {
    const queries = [Query.equal('categoryName', 'x')];
    const answer = await socket.ask({
      type: 'subscribe',
      data: [{ subscriptionId: 'mine', channels: ['rows'], queries }, { channels: ['files'] }],
    });
    expect(answer).toEqual({
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

  it('answers what was unsubscribed and what was not there', async () => {
    await socket.ask({ type: 'subscribe', data: [{ subscriptionId: 'a', channels: ['rows'] }] });
    const data = [{ subscriptionId: 'a' }, { subscriptionId: 'b' }];
    expect(await socket.ask({ type: 'unsubscribe', data })).toEqual({
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

  it('refuses a batch of unsubscriptions whole', async () => {
    await socket.ask({ type: 'subscribe', data: [{ subscriptionId: 'a', channels: ['rows'] }] });
    await socket.ask({ type: 'unsubscribe', data: [{ subscriptionId: 'a' }, {}] });
    const answer = await socket.ask({ type: 'unsubscribe', data: [{ subscriptionId: 'a' }] });
    expect(answer.data).toMatchObject({ subscriptions: [{ removed: true }] });
  });

  it.each([
    ['garbage', '{', 'Message format is not valid.'],
    ['another type', { type: 'presence', data: {} }, 'Message type is not valid.'],
    ['a session', { type: 'authentication', data: { session: 'x' } }, 'Session is not valid.'],
    ['no items', { type: 'subscribe' }, 'Payload is not valid. Items is required'],
    ['no channels', { type: 'subscribe', data: [{}] }, 'items: channels is not present in payload.'],
    [
      'a query for lists',
      { type: 'subscribe', data: [{ channels: ['rows'], queries: [Query.contains('a', 'b')] }] },
      "Invalid query: Query method 'contains' is not supported in Realtime queries. Allowed: equal, notEqual, lessThan, lessThanEqual, greaterThan, greaterThanEqual, isNull, isNotNull, and, or, select",
    ],
  ])('answers %s with 1003 and stays open', async (_, frame, message) => {
    expect(await socket.ask(frame)).toEqual({ type: 'error', data: { code: 1003, message } });
    expect(await socket.ask({ type: 'ping' })).toEqual({ type: 'pong' });
  });

  it('keeps no part of a batch of subscriptions that is refused', async () => {
    await socket.ask({ type: 'subscribe', data: [{ subscriptionId: 'a', channels: ['rows'] }, {}] });
    const answer = await socket.ask({ type: 'unsubscribe', data: [{ subscriptionId: 'a' }] });
    expect(answer.data).toMatchObject({ subscriptions: [{ removed: false }] });
  });
});

describe('events (contract 8.4, 8.5)', () => {
  const channel = 'tablesdb.library.tables.categories.rows';

  it('tells the whole event of a row', async () => {
    const socket = await subscribed({ subscriptionId: 's', channels: [channel] });
    const row = await newCategory('Fiqh', 'event-row');
    const event = await socket.next();
    expect(event).toEqual({
      type: 'event',
      data: {
        events: expect.arrayContaining([
          'tablesdb.library.tables.categories.rows.event-row.create',
          'databases.library.collections.categories.documents.event-row.create',
          'databases.*.tables.*.rows.*.create',
          'databases.library',
        ]),
        channels: expect.arrayContaining([
          'rows',
          'documents.create',
          channel,
          `${channel}.event-row`,
          `${channel}.event-row.create`,
        ]),
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
        payload: expect.objectContaining({
          $id: 'event-row',
          $tableId: 'categories',
          categoryName: row.categoryName,
        }),
        subscriptions: ['s'],
      },
    });
    expect(event.data?.events?.[0]).toBe('tablesdb.library.tables.categories.rows.event-row.create');
  });

  it('names the action of each call', async () => {
    const socket = await subscribed({ channels: [channel] });
    const rowId = 'actions';
    await newCategory('one', rowId);
    await tables.updateRow({ ...categories, rowId, data: { categoryName: 'two' } });
    await tables.upsertRow({ ...categories, rowId, data: { categoryName: 'three' } });
    await tables.deleteRow({ ...categories, rowId });
    const actions = [];
    for (let i = 0; i < 4; i++) {
      const { data } = await socket.next();
      actions.push(data?.events?.[0]?.split('.').at(-1));
    }
    expect(actions).toEqual(['create', 'update', 'upsert', 'delete']);
  });

  it('tells a file once, when it is whole, and that it is gone', async () => {
    const socket = await subscribed({ channels: ['buckets.pdfs.files'] });
    const file = InputFile.fromBuffer(samplePdf('big', 6_000_000), 'big.pdf');
    await storage.createFile({ bucketId: 'pdfs', fileId: 'told', file });
    await storage.deleteFile({ bucketId: 'pdfs', fileId: 'told' });
    expect(await socket.next()).toMatchObject({
      data: { payload: { $id: 'told', chunksUploaded: 2, signature: expect.stringMatching(/^\w{32}$/) } },
    });
    expect((await socket.next()).data?.events).toContain('buckets.pdfs.files.told.delete');
    expect(socket.unread()).toEqual([]);
  });

  it('lists every matching subscription of a connection, and no other', async () => {
    const socket = await subscribed(
      { subscriptionId: 'all', channels: ['rows'] },
      { subscriptionId: 'creates', channels: ['rows.create'] },
      { subscriptionId: 'deletes', channels: ['rows.delete'] },
      { subscriptionId: 'files', channels: ['files'] },
      { subscriptionId: 'name', channels: ['rows'], queries: [Query.equal('categoryName', 'Seerah')] },
      { subscriptionId: 'other', channels: ['rows'], queries: [Query.equal('categoryName', 'seerah')] },
    );
    await newCategory('Seerah');
    expect((await socket.next()).data?.subscriptions).toEqual(['all', 'creates', 'name']);
  });

  it('replaces a subscription of the same id', async () => {
    const socket = await subscribed({ subscriptionId: 'x', channels: ['rows'] });
    await socket.ask({ type: 'subscribe', data: [{ subscriptionId: 'x', channels: ['files'] }] });
    await newCategory('unheard');
    expect(await socket.ask({ type: 'ping' })).toEqual({ type: 'pong' });
  });

  it('is silent after unsubscribe, and for what was refused', async () => {
    const socket = await subscribed({ subscriptionId: 'x', channels: ['rows'] });
    await socket.ask({ type: 'unsubscribe', data: [{ subscriptionId: 'x' }] });
    await newCategory('unheard');
    await expect(
      tables.createRow({ ...categories, rowId: ID.unique(), data: {} as { categoryName: string } }),
    ).rejects.toMatchObject({ code: 400 });
    expect(await socket.ask({ type: 'ping' })).toEqual({ type: 'pong' });
  });

  it('tells nothing of a bucket that visitors cannot read', async () => {
    await storage.createBucket({ bucketId: 'private', name: 'Private', permissions: [] });
    const socket = await subscribed({ channels: ['files', 'buckets.private.files'] });
    const file = InputFile.fromBuffer(samplePdf(), 'a.pdf');
    await storage.createFile({ bucketId: 'private', fileId: 'secret', file });
    expect(await socket.ask({ type: 'ping' })).toEqual({ type: 'pong' });
  });
});

describe('older SDKs name their channels in the URL (contract 8.2)', () => {
  it('up to 22.0: one subscription, found by channel name', async () => {
    const socket = open('project=minbar&channels[]=rows&channels[]=files');
    const connected = await socket.next();
    expect(connected.data).toMatchObject({ channels: ['rows', 'files'], user: null });
    expect(connected.data?.subscriptions).toEqual([expect.any(String)]);
    await newCategory('old');
    expect((await socket.next()).data).toMatchObject({
      subscriptions: connected.data?.subscriptions,
      payload: { categoryName: 'old' },
    });
  });

  it('22.1 to 24: numbered subscriptions, answered as a map', async () => {
    const all = encodeURIComponent(Query.select(['*']));
    const one = encodeURIComponent(Query.equal('categoryName', 'numbered'));
    const socket = open(`project=minbar&channels[]=rows&channels[]=files&rows[1][]=${one}&files[2][]=${all}`);
    const connected = await socket.next();
    const map = connected.data?.subscriptions as Record<string, string>;
    expect(Object.keys(map)).toEqual(['1', '2']);
    await newCategory('numbered');
    expect((await socket.next()).data?.subscriptions).toEqual([map['1']]);
  });
});

describe('the web SDK (appwrite 27)', () => {
  let realtime: Realtime;
  beforeEach(() => {
    // The SDK reaches for a browser's timers and storage.
    vi.stubGlobal('window', {
      setInterval,
      clearInterval,
      setTimeout,
      localStorage: { getItem: () => null },
    });
    realtime = new Realtime(new WebClient().setEndpoint(running.endpoint).setProject('minbar'));
  });
  afterEach(async () => {
    await realtime.disconnect();
    vi.unstubAllGlobals();
  });

  /** Subscribes and collects what is heard. */
  async function listening(
    channels: Exclude<Parameters<typeof realtime.subscribe>[0], string>,
    queries: string[] = [],
  ) {
    const seen: { events: string[]; payload: Record<string, unknown> }[] = [];
    const { close } = await realtime.subscribe(channels, (event) => void seen.push(event as never), queries);
    return { seen, close };
  }
  const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

  it('hears rows of a table by Channel, with queries', async () => {
    const rows = Channel.tablesdb('library').table('categories').row();
    const all = await listening([rows]);
    const some = await listening([rows, 'files'], [Query.equal('categoryName', 'wanted')]);
    await eventually(async () => {
      await newCategory('unwanted');
      await newCategory('wanted');
      expect(all.seen.map(({ payload }) => payload.categoryName)).toEqual(
        expect.arrayContaining(['unwanted', 'wanted']),
      );
      expect(some.seen.length).toBeGreaterThan(0);
    });
    expect(some.seen.map(({ payload }) => payload.categoryName)).not.toContain('unwanted');
  });

  it('hears nothing any more after close', async () => {
    const { seen, close } = await listening(['rows']);
    await eventually(async () => {
      await newCategory('first');
      expect(seen.length).toBeGreaterThan(0);
    });
    await close();
    const heard = seen.length;
    await newCategory('after');
    expect(seen.length).toBe(heard);
  });

  it('reports an error of the server', async () => {
    const codes: unknown[] = [];
    const stranger = new Realtime(new WebClient().setEndpoint(running.endpoint).setProject('other'));
    stranger.onError((_, code) => codes.push(code));
    await stranger.subscribe('rows', () => undefined).catch(() => undefined);
    await eventually(() => expect(codes).toContain(1008));
    await stranger.disconnect();
  });
});
