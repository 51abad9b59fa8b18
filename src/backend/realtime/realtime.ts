import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import type { RequestContext } from '#http/request-context.ts';
import { createTickScheduler } from '#http/tick-scheduler.ts';
import type { Change, ChangeFeed } from '../context.ts';
import { GUEST_ROLES } from '../permissions.ts';
import { type Connection, type OpeningRules, openConnection } from './connection.ts';
import { channelsOf, eventFrame } from './frames.ts';

const MAX_MESSAGE_BYTES = 16 * 1024;
/** Time without a message after which a connection is closed. SDKs ping every 20 seconds. */
const IDLE_SECONDS = 60;
const SWEEP_MS = 10_000;
/** Maximum number of connections notified in one tick, because each compares the change with all its conditions. */
const NOTIFIED_PER_TICK = 50;

export type Realtime = ReturnType<typeof openRealtime>;

/** Whether an upgrade request is for `/v1/realtime`, the only WebSocket of the server. */
export function isRealtime({ headers, url = '' }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && /^\/v1\/realtime(?:\?|$)/.test(url);
}

/**
 * Serves `/v1/realtime` (docs/rules.md#realtime-frames): sends each change that visitors may read to the connections that subscribe to one
 * of its channels. A change without subscribers is neither rendered nor serialized.
 */
export function openRealtime(changes: ChangeFeed, rules: OpeningRules) {
  /** The channels of each open connection, and the connections of each channel. */
  const connections = new Map<Connection, ReadonlySet<string>>();
  const connectionsByChannel = new Map<string, Set<Connection>>();
  const schedule = createTickScheduler(() => NOTIFIED_PER_TICK);
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    // Handles at most one message of a connection per tick, so that other connections are served during a flood.
    allowSynchronousEvents: false,
    // A ping is charged like a message before the pong is sent.
    autoPong: false,
    handleProtocols: () => false,
  });

  const setChannels = (connection: Connection, channels: ReadonlySet<string>): void => {
    for (const channel of connections.get(connection) ?? []) {
      const connectionsOfChannel = connectionsByChannel.get(channel);
      connectionsOfChannel?.delete(connection);
      if (connectionsOfChannel?.size === 0) connectionsByChannel.delete(channel);
    }
    connections.set(connection, channels);
    for (const channel of channels)
      connectionsByChannel.set(channel, (connectionsByChannel.get(channel) ?? new Set()).add(connection));
  };

  const publish = (change: Change): void => {
    if (connectionsByChannel.size === 0) return;
    const channels = new Set(channelsOf(change));
    const receivers = new Set(
      [...channels].flatMap((channel) => [...(connectionsByChannel.get(channel) ?? [])]),
    );
    if (receivers.size === 0 || !change.readers.some((role) => GUEST_ROLES.includes(role))) return;
    const frame = eventFrame(change, new Date());
    const remainingReceivers = receivers.values();
    // Each job notifies one connection: pending changes alternate, and each connection receives them in order.
    const notifyNext = () => {
      const { value: connection, done } = remainingReceivers.next();
      if (done) return;
      connection.notify(change, channels, frame);
      schedule(notifyNext);
    };
    schedule(notifyNext);
  };

  const unsubscribe = changes.subscribe(publish);
  const sweep = setInterval(() => {
    const oldest = performance.now() - IDLE_SECONDS * 1000;
    for (const { lastSeen, socket } of connections.keys())
      if (lastSeen() < oldest) socket.close(1001, `No ping for ${IDLE_SECONDS} seconds.`);
  }, SWEEP_MS).unref();

  return {
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, client?: RequestContext): void {
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const connection = openConnection(webSocket, request, rules, client, setChannels);
        if (!connections.has(connection)) connections.set(connection, new Set());
        webSocket.on('close', () => {
          setChannels(connection, new Set());
          connections.delete(connection);
        });
      });
    },
    async close(): Promise<void> {
      unsubscribe();
      clearInterval(sweep);
      const sockets = Array.from(connections.keys(), ({ socket }) => socket);
      const closings = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      for (const socket of sockets) socket.close(1001, 'The server is stopping.');
      await Promise.race([Promise.all(closings), sleep(1000, undefined, { ref: false })]);
      for (const socket of sockets) socket.terminate();
    },
  };
}
