import { createServer, IncomingMessage, type Server } from 'node:http';
import { Duplex } from 'node:stream';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Change, type ChangeFeed, createChangeFeed } from '#backend/context.ts';
import { openRealtime, type Realtime } from '#backend/realtime/realtime.ts';
import { listenOnFreePort } from '../support/free-port.ts';
import { openSocket, type RealtimeSocket } from './support/realtime-setup.ts';

// Tests the limits of Appwrite, and additional limits of Minbar, which keep floods from slowing pages.
let changes: ChangeFeed;
let realtime: Realtime;
let server: Server;
let endpoint: string;
let sockets: RealtimeSocket[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  changes = createChangeFeed();
  realtime = openRealtime(changes, { projectId: 'minbar', isAllowedOrigin: () => true });
  server = createServer().on('upgrade', realtime.handleUpgrade);
  endpoint = `${await listenOnFreePort(server, 'localhost')}/v1`;
});
afterEach(async () => {
  for (const { socket } of sockets) socket.terminate();
  sockets = [];
  vi.useRealTimers();
  await realtime.close();
  server.close();
});

function open(): RealtimeSocket {
  const socket = openSocket(endpoint, 'project=minbar');
  sockets.push(socket);
  return socket;
}
async function openConnected(): Promise<RealtimeSocket> {
  const socket = open();
  expect((await socket.next()).type).toBe('connected');
  return socket;
}
const change = (payload: Change['payload'] = {}): Change => ({
  kind: 'file',
  action: 'create',
  bucketId: 'pdfs',
  fileId: 'a',
  payload,
  readers: ['any'],
});
const subscribe = (...channels: string[]) => ({ type: 'subscribe', data: [{ channels }] });
/** A message of nearly the maximum length, which replaces the subscription of an earlier one. */
const longMessage = {
  type: 'subscribe',
  data: [{ channels: ['x'.repeat(15_000)], subscriptionId: 'long' }],
};

/** Creates the upgrade request of a connection that is not a real socket. */
function upgradeOn(connection: Duplex): IncomingMessage {
  return Object.assign(new IncomingMessage(connection as never), {
    method: 'GET',
    url: '/v1/realtime?project=minbar',
    headers: {
      upgrade: 'websocket',
      connection: 'upgrade',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    },
  });
}

/** Frames a text with a 16-bit length, masked with zeros (RFC 6455 section 5.2). */
function frameText(text: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 0xff, 0, 0, 0, 0]), text]);
}

describe('messages', () => {
  it('are accepted up to 32 times a minute per connection', async () => {
    const socket = await openConnected();
    for (let i = 0; i < 32; i++) expect(await socket.request({ type: 'ping' })).toEqual({ type: 'pong' });
    expect(await (await openConnected()).request({ type: 'ping' })).toEqual({ type: 'pong' });
    vi.advanceTimersByTime(60_000);
    expect(await socket.request({ type: 'ping' })).toEqual({ type: 'pong' });
  });

  it('close the connection above that limit, whether messages or pings', async () => {
    for (const flood of [
      (s: RealtimeSocket) => s.send({ type: 'ping' }),
      (s: RealtimeSocket) => s.socket.ping(),
    ]) {
      const socket = await openConnected();
      const frames: unknown[] = [];
      socket.socket
        .on('message', (data) => frames.push(JSON.parse(String(data))))
        .on('pong', () => frames.push({ type: 'pong' }));
      for (let i = 0; i < 500; i++) flood(socket);
      expect(await socket.closed).toBe(1008);
      expect(frames.slice(0, 32)).toEqual(Array(32).fill({ type: 'pong' }));
      expect(frames.slice(32)).toEqual([
        { type: 'error', data: { code: 1008, message: 'Too many messages.' } },
      ]);
    }
  });

  it('wait while a client does not read, and are handled once it does', async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openConnected()));
    for (const { socket } of sockets) socket.pause();
    for (const socket of sockets) for (let i = 0; i < 30; i++) socket.send(longMessage);
    const [first] = sockets;
    first?.socket.resume();
    for (let i = 0; i < 30; i++) expect((await first?.next())?.type).toBe('response');
  });

  it('are buffered up to 64 KB, plus one response, for a client that does not read', async () => {
    // A connection whose other end reads nothing, so that no write of the server completes.
    const stalledConnection = new Duplex({ read: () => undefined, write: () => undefined });
    realtime.handleUpgrade(upgradeOn(stalledConnection), stalledConnection, Buffer.alloc(0));
    const text = Buffer.from(JSON.stringify(longMessage));
    for (let i = 0; i < 30; i++) stalledConnection.push(frameText(text));
    await expect.poll(() => stalledConnection.isPaused()).toBe(true);
    expect(stalledConnection.writableLength).toBeLessThan(64 * 1024 + 2 * text.length);
    stalledConnection.destroy();
  });

  it('are handled one per tick, even if many arrive together', async () => {
    const connection = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    const writeSpy = vi.spyOn(connection, 'write');
    realtime.handleUpgrade(upgradeOn(connection), connection, Buffer.alloc(0));
    const ping = frameText(Buffer.from(JSON.stringify({ type: 'ping' })));
    await nextTick();
    const writesPerTick: number[] = [];
    connection.push(Buffer.concat(Array.from({ length: 10 }, () => ping)));
    for (let tick = 0; tick < 14; tick++) {
      const before = writeSpy.mock.calls.length;
      await nextTick();
      writesPerTick.push(writeSpy.mock.calls.length - before);
    }
    // The header and the text of a frame are two writes.
    expect(writesPerTick.reduce((sum, tick) => sum + tick, 0)).toBe(20);
    expect(Math.max(...writesPerTick)).toBe(2);
    connection.destroy();
  });

  it('are left unread once the connection is closing', async () => {
    const floodingConnection = new Duplex({
      read: () => undefined,
      write: (_chunk, _encoding, done) => done(),
    });
    realtime.handleUpgrade(upgradeOn(floodingConnection), floodingConnection, Buffer.alloc(0));
    const ping = frameText(Buffer.from(JSON.stringify({ type: 'ping' })));
    for (let i = 0; i < 32; i++) floodingConnection.push(ping);
    await expect.poll(() => floodingConnection.readableLength).toBe(0);
    expect(floodingConnection.isPaused()).toBe(false);
    floodingConnection.push(ping);
    await expect.poll(() => floodingConnection.isPaused()).toBe(true);
    await expect.poll(() => floodingConnection.destroyed).toBe(true);
  });

  it('of up to 16 KB are accepted, and a larger one closes the connection with 1009', async () => {
    const socket = await openConnected();
    expect(await socket.request('x'.repeat(16 * 1024))).toMatchObject({ data: { code: 1003 } });
    socket.send('x'.repeat(16 * 1024 + 1));
    expect(await socket.closed).toBe(1009);
  });

  it('subscribe to at most 50 channels on a connection, in one subscription or several', async () => {
    const socket = await openConnected();
    const names = Array.from({ length: 51 }, (_, i) => `c${i}`);
    expect(await socket.request(subscribe(...names))).toEqual({
      type: 'error',
      data: { code: 1003, message: 'items: A connection may have at most 50 channels.' },
    });
    expect((await socket.request(subscribe(...names.slice(1)))).type).toBe('response');
    expect((await socket.request(subscribe('one more'))).type).toBe('error');
  });

  it('keep at most as many characters in subscriptions as one message has', async () => {
    const socket = await openConnected();
    for (let i = 0; i < 2; i++) expect((await socket.request(longMessage)).type).toBe('response');
    const refusal = {
      type: 'error',
      data: {
        code: 1003,
        message: 'items: A connection may have at most 16384 characters of channels and queries.',
      },
    };
    expect(await socket.request(subscribe('y'.repeat(1500)))).toEqual(refusal);
    const queries = [JSON.stringify({ method: 'equal', attribute: 'a', values: ['y'.repeat(1500)] })];
    expect(await socket.request({ type: 'subscribe', data: [{ channels: [], queries }] })).toEqual(refusal);
    expect((await socket.request(subscribe('files'))).type).toBe('response');
  });

  it('are refused with 51 subscriptions or 201 conditions', async () => {
    const socket = await openConnected();
    const many = { type: 'subscribe', data: Array.from({ length: 51 }, () => ({ channels: [] })) };
    expect((await socket.request(many)).data?.message).toBe(
      'items: A connection may have at most 50 subscriptions.',
    );
    const queries = Array.from({ length: 201 }, () => '{"method":"isNull","attribute":"a"}');
    expect(
      (await socket.request({ type: 'subscribe', data: [{ channels: [], queries }] })).data?.message,
    ).toBe('items: A connection may have at most 200 query conditions.');
  });
});

describe('connections', () => {
  it('closes a connection that is silent for a minute; pings keep it open', async () => {
    const [silentSocket, pingingSocket, protocolPingSocket] = [
      await openConnected(),
      await openConnected(),
      await openConnected(),
    ];
    await vi.advanceTimersByTimeAsync(50_000);
    await pingingSocket.request({ type: 'ping' });
    protocolPingSocket.socket.ping();
    await new Promise((resolve) => protocolPingSocket.socket.once('pong', resolve));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await silentSocket.closed).toBe(1001);
    expect(await pingingSocket.request({ type: 'ping' })).toEqual({ type: 'pong' });
    expect(await protocolPingSocket.request({ type: 'ping' })).toEqual({ type: 'pong' });
  });

  it('drops a client that does not read, and still notifies the others', async () => {
    const [slowSocket, quickSocket] = [await openConnected(), await openConnected()];
    for (const socket of [slowSocket, quickSocket]) await socket.request(subscribe('files'));
    slowSocket.socket.pause();
    for (let i = 0; i < 200; i++) {
      changes.emit(change({ text: 'x'.repeat(200_000) }));
      await quickSocket.next();
    }
    slowSocket.socket.resume();
    expect(await slowSocket.closed).toBe(1006);
    changes.emit(change({ text: 'last' }));
    expect((await quickSocket.next()).data?.payload).toEqual({ text: 'last' });
  });

  it('closes with 1001 when the server stops', async () => {
    const socket = await openConnected();
    await realtime.close();
    expect(await socket.closed).toBe(1001);
  });
});
