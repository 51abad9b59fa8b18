import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Change, ChangeFeed } from '../change.ts';
import { clientAddress } from '../client-address.ts';
import { GUEST } from '../identity.ts';
import { answerMessage, type Connection } from './connection.ts';
import { type OpeningRules, openConnection } from './opening.ts';
import { createRateWindow } from './rate-window.ts';
import { RealtimeError } from './realtime-error.ts';
import { eventFrame, serverFrame } from './server-frame.ts';
import { matchingIds } from './subscription.ts';

const mostConnections = 1000;
const connectsPerMinute = 128;
const messagesPerMinute = 32;
const largestMessage = 16 * 1024;
/** Bytes a slow client may leave unread before it is dropped. */
const mostUnread = 1024 * 1024;
/** SDKs ping every 20 seconds. */
const idleSeconds = 60;
const sweepSeconds = 10;

export interface Realtime {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

function refuse(socket: WebSocket, { code, message }: RealtimeError): void {
  socket.send(serverFrame.error(code, message));
  socket.close(code);
}

/**
 * Serves `/v1/realtime` (contract 8): tells every change that visitors may read to the connections that listen for it.
 * One timer serves all connections, and one serialisation all receivers of an event.
 */
export function openRealtime(changes: ChangeFeed, rules: OpeningRules): Realtime {
  const connections = new Set<Connection>();
  const connects = createRateWindow<string>(connectsPerMinute, 60);
  const messages = createRateWindow<Connection>(messagesPerMinute, 60);
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: largestMessage,
    handleProtocols: () => false,
  });

  function send({ socket }: Connection, text: string): void {
    if (socket.bufferedAmount > mostUnread) socket.terminate();
    else socket.send(text);
  }

  function onMessage(connection: Connection, text: string): void {
    connection.heardAt = Date.now();
    const tooMany = new RealtimeError(1013, 'Too many messages.');
    const admitted = messages.admit(connection, connection.heardAt);
    send(
      connection,
      admitted ? answerMessage(connection, text) : serverFrame.error(tooMany.code, tooMany.message),
    );
  }

  function onOpen(socket: WebSocket, request: IncomingMessage, parameters: URLSearchParams): void {
    const connection: Connection = { socket, subscriptions: new Map(), heardAt: Date.now() };
    // A message that is too long or no UTF-8: ws itself closes with 1009 or 1007.
    socket.on('error', () => undefined);
    try {
      if (!connects.admit(clientAddress(request), connection.heardAt)) {
        throw new RealtimeError(1013, 'Too many requests');
      }
      if (connections.size >= mostConnections) {
        throw new RealtimeError(1013, 'Too many connections. Please try again later.');
      }
      socket.send(openConnection(connection, request, parameters, rules));
    } catch (error) {
      if (!(error instanceof RealtimeError)) throw error;
      refuse(socket, error);
      return;
    }
    connections.add(connection);
    socket.on('close', () => connections.delete(connection));
    socket.on('ping', () => {
      connection.heardAt = Date.now();
    });
    socket.on('message', (data) => onMessage(connection, String(data)));
  }

  function broadcast(change: Change): void {
    if (connections.size === 0 || !change.readers.some((role) => GUEST.roles.includes(role))) return;
    const frame = eventFrame(change, new Date());
    for (const connection of connections) {
      const ids = matchingIds(connection.subscriptions.values(), frame.channels, change.payload);
      if (ids.length > 0) send(connection, frame.forSubscriptions(ids));
    }
  }

  function closeIdle(): void {
    const oldest = Date.now() - idleSeconds * 1000;
    for (const { heardAt, socket } of connections) {
      if (heardAt < oldest) socket.close(1001, `No ping for ${idleSeconds} seconds.`);
    }
  }

  const unsubscribe = changes.subscribe(broadcast);
  const sweep = setInterval(closeIdle, sweepSeconds * 1000).unref();

  return {
    handleUpgrade(request, socket, head) {
      const url = URL.parse(request.url ?? '', 'http://localhost');
      if (url?.pathname !== '/v1/realtime') {
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      server.handleUpgrade(request, socket, head, (opened) => onOpen(opened, request, url.searchParams));
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
