import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ChangeFeed } from '../change.ts';
import { ApiError } from '../errors.ts';
import { GUEST } from '../identity.ts';
import { createInTurn } from '../in-turn.ts';
import type { Visit } from '../visit.ts';
import { Connection } from './connection.ts';
import { type OpeningRules, openConnection } from './opening.ts';
import { errorFrame, eventFrame } from './server-frame.ts';

const largestMessage = 16 * 1024;
/** Bytes a client may leave unread before no more is taken from it, and before it is dropped. */
const pauseAbove = 64 * 1024;
const maxBuffered = 1024 * 1024;
/** SDKs ping every 20 seconds. */
const idleSeconds = 60;
const sweepSeconds = 10;
/** Milliseconds in which a client may answer that its connection is closed. */
const closeTimeout = 1000;
/** Milliseconds for which a connection is not read that was told to send less: reading a flood is work, whatever is answered. */
const restAfterRefusal = 1000;
/** Connections that are told of a change in a turn of the event loop: each compares it with all that it listens for. */
const toldInATurn = 50;
/** Milliseconds of work that count for an opening, for a message by its length, and for one that floods. */
const openingCost = 5;
const messageCost = (bytes: number) => 0.2 + bytes / 8192;
const floodCost = 1000;

export type Realtime = ReturnType<typeof openRealtime>;

/** Whether an upgrade asks for this live connection: for any other one there is nobody to answer. */
export function isRealtime({ headers, url = '' }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && /^\/v1\/realtime(?:\?|$)/.test(url);
}

/**
 * Serves `/v1/realtime` (docs/rules.md#realtime-frames): tells every change that visitors may read to the connections that listen for it.
 * One timer serves all connections, and one serialisation all receivers of an event.
 */
export function openRealtime(changes: ChangeFeed, rules: OpeningRules) {
  const connections = new Set<Connection>();
  const inTurn = createInTurn(() => toldInATurn);
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: largestMessage,
    // One message of a connection in each turn of the event loop: others have theirs between two of a flood.
    allowSynchronousEvents: false,
    // A ping is a message like others: it is counted before it is answered.
    autoPong: false,
    handleProtocols: () => false,
  });

  function send(connection: Connection, text: string): void {
    const { socket } = connection;
    if (socket.bufferedAmount > maxBuffered) socket.terminate();
    socket.send(text, () => readOn(connection));
    if (socket.bufferedAmount > pauseAbove) socket.pause();
  }

  function readOn({ socket, isResting }: Connection): void {
    if (socket.isPaused && !isResting && socket.bufferedAmount < pauseAbove) socket.resume();
  }

  function rest(connection: Connection): void {
    connection.isResting = true;
    connection.socket.pause();
    setTimeout(() => {
      connection.isResting = false;
      readOn(connection);
    }, restAfterRefusal).unref();
  }

  /** Answers one message or ping, unless there were too many; whoever goes on then is not heard any more. */
  function onMessage(connection: Connection, bytes: number, answer: () => void) {
    const { socket } = connection;
    if (socket.readyState !== socket.OPEN) return;
    const counted = connection.countMessage(messageCost(bytes));
    if (counted === 'taken') return answer();
    rest(connection);
    if (counted === 'refused') return send(connection, errorFrame(1013, 'Too many messages.'));
    connection.pays(floodCost);
    socket.close(1008, 'Too many messages.');
    setTimeout(() => socket.terminate(), closeTimeout).unref();
  }

  function onOpen(socket: WebSocket, request: IncomingMessage, visit: Visit | undefined) {
    const connection = new Connection(socket, visit);
    // A message that is too long or no UTF-8: ws itself closes with 1009 or 1007.
    socket.on('error', () => undefined);
    const refuse = (code: 1008 | 1013, message: string) => {
      socket.send(errorFrame(code, message));
      socket.close(code);
    };
    if (!connection.pays(openingCost)) return refuse(1013, 'Too many requests');
    try {
      socket.send(openConnection(connection, request, rules));
    } catch (error) {
      if (error instanceof ApiError) return refuse(1008, error.message);
      throw error;
    }
    connections.add(connection);
    socket.on('close', () => connections.delete(connection));
    socket.on('ping', (data) => onMessage(connection, data.length, () => socket.pong(data)));
    socket.on('pong', (data) => onMessage(connection, data.length, () => undefined));
    socket.on('message', (data: Buffer) =>
      onMessage(connection, data.length, () => send(connection, connection.answer(data.toString()))),
    );
  }

  const unsubscribe = changes.subscribe((change) => {
    if (connections.size === 0 || !change.readers.some((role) => GUEST.roles.includes(role))) return;
    const frame = eventFrame(change, new Date());
    const receivers = connections.values();
    // Each in its turn: changes that wait take turns, so that each connection hears them in their order.
    const tellNext = () => {
      const { value: connection, done } = receivers.next();
      if (done) return;
      const ids = connection.matchingIds(frame.channels, change.payload);
      if (ids.length > 0) send(connection, frame.forSubscriptions(ids));
      inTurn(tellNext);
    };
    inTurn(tellNext);
  });
  const sweep = setInterval(() => {
    const oldest = performance.now() - idleSeconds * 1000;
    for (const { lastSeen, socket } of connections)
      if (lastSeen < oldest) socket.close(1001, `No ping for ${idleSeconds} seconds.`);
  }, sweepSeconds * 1000).unref();

  return {
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, visit?: Visit): void {
      server.handleUpgrade(request, socket, head, (opened) => onOpen(opened, request, visit));
    },
    async close(): Promise<void> {
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
