import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Change, ChangeFeed } from '../change.ts';
import { ApiError } from '../errors.ts';
import { GUEST } from '../identity.ts';
import { fullBucket } from '../token-bucket.ts';
import type { Visit } from '../visit.ts';
import { answerMessage, type Connection, countMessage, matchingIds, messageRate } from './connection.ts';
import { type OpeningRules, openConnection } from './opening.ts';
import { RealtimeError } from './realtime-error.ts';
import { eventFrame, serverFrame } from './server-frame.ts';

const largestMessage = 16 * 1024;
/** Bytes a client may leave unread before no more is taken from it, and before it is dropped. */
const pauseAbove = 64 * 1024;
const maxBuffered = 1024 * 1024;
/** SDKs ping every 20 seconds. */
const idleSeconds = 60;
const sweepSeconds = 10;
/** Milliseconds in which a client may answer that its connection is closed. */
const closeTimeout = 1000;
/** Milliseconds of work that count for an opening, for a message by its length, and for one that floods. */
const openingCost = 5;
const messageCost = (bytes: number) => 0.2 + bytes / 8192;
const floodCost = 1000;

export interface Realtime {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, visit?: Visit): void;
  close(): Promise<void>;
}

/** Whether an upgrade asks for this live connection: for any other one there is nobody to answer. */
export function isRealtime({ headers, url = '' }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && /^\/v1\/realtime(?:\?|$)/.test(url);
}

/** Whether whoever opened a connection may have more done. */
function isPaid(visit: Visit | undefined, cost: number): boolean {
  try {
    visit?.pass(cost);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

const sizeOf = (data: RawData): number => [data].flat().reduce((sum, { byteLength }) => sum + byteLength, 0);

function refuse(socket: WebSocket, { code, message }: RealtimeError): void {
  socket.send(serverFrame.error(code, message));
  socket.close(code);
}

/**
 * Serves `/v1/realtime` (docs/rules.md#realtime-frames): tells every change that visitors may read to the connections that listen for it.
 * One timer serves all connections, and one serialisation all receivers of an event.
 */
export function openRealtime(changes: ChangeFeed, rules: OpeningRules): Realtime {
  const connections = new Set<Connection>();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: largestMessage,
    // A ping is a message like others: it is counted before it is answered.
    autoPong: false,
    handleProtocols: () => false,
  });

  function send({ socket }: Connection, text: string): void {
    if (socket.bufferedAmount > maxBuffered) socket.terminate();
    socket.send(text, () => {
      if (socket.isPaused && socket.bufferedAmount < pauseAbove) socket.resume();
    });
    if (socket.bufferedAmount > pauseAbove) socket.pause();
  }

  /** Answers one message or ping, unless there were too many; whoever goes on then is not heard any more. */
  function onMessage(connection: Connection, bytes: number, answer: () => void): void {
    const { socket, visit } = connection;
    if (socket.readyState !== socket.OPEN) return;
    connection.lastSeen = performance.now();
    const counted = countMessage(connection);
    if (counted === 'over') {
      isPaid(visit, floodCost);
      socket.close(1008, 'Too many messages.');
      setTimeout(() => socket.terminate(), closeTimeout).unref();
    } else if (counted === 'refused' || !isPaid(visit, messageCost(bytes))) {
      send(connection, serverFrame.error(1013, 'Too many messages.'));
    } else answer();
  }

  function onOpen(
    socket: WebSocket,
    request: IncomingMessage,
    parameters: URLSearchParams,
    visit: Visit | undefined,
  ): void {
    const lastSeen = performance.now();
    const messages = fullBucket(messageRate, lastSeen);
    const connection: Connection = {
      socket,
      visit,
      subscriptions: new Map(),
      messages,
      refused: 0,
      lastSeen,
    };
    // A message that is too long or no UTF-8: ws itself closes with 1009 or 1007.
    socket.on('error', () => undefined);
    try {
      if (!isPaid(visit, openingCost)) throw new RealtimeError(1013, 'Too many requests');
      socket.send(openConnection(connection, request, parameters, rules));
    } catch (error) {
      if (!(error instanceof RealtimeError)) throw error;
      refuse(socket, error);
      return;
    }
    connections.add(connection);
    socket.on('close', () => connections.delete(connection));
    socket.on('ping', (data) => onMessage(connection, data.length, () => socket.pong(data)));
    socket.on('pong', (data) => onMessage(connection, data.length, () => undefined));
    socket.on('message', (data) =>
      onMessage(connection, sizeOf(data), () => send(connection, answerMessage(connection, String(data)))),
    );
  }

  function broadcast(change: Change): void {
    if (connections.size === 0 || !change.readers.some((role) => GUEST.roles.includes(role))) return;
    const frame = eventFrame(change, new Date());
    for (const connection of connections) {
      const ids = matchingIds(connection, frame.channels, change.payload);
      if (ids.length > 0) send(connection, frame.forSubscriptions(ids));
    }
  }

  function closeIdle(): void {
    const oldest = performance.now() - idleSeconds * 1000;
    for (const { lastSeen, socket } of connections) {
      if (lastSeen < oldest) socket.close(1001, `No ping for ${idleSeconds} seconds.`);
    }
  }

  const unsubscribe = changes.subscribe(broadcast);
  const sweep = setInterval(closeIdle, sweepSeconds * 1000).unref();

  return {
    handleUpgrade(request, socket, head, visit) {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      server.handleUpgrade(request, socket, head, (opened) => onOpen(opened, request, searchParams, visit));
    },
    async close() {
      unsubscribe();
      clearInterval(sweep);
      const sockets = [...connections].map(({ socket }) => socket);
      const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      for (const socket of sockets) socket.close(1001, 'The server is stopping.');
      await Promise.race([Promise.all(closed), sleep(1000, undefined, { ref: false })]);
      for (const socket of sockets) socket.terminate();
    },
  };
}
