import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import type { RequestContext } from '#http/request-context.ts';
import { createTickScheduler } from '#http/tick-scheduler.ts';
import type { ChangeFeed } from '../change.ts';
import { GUEST_ROLES } from '../permissions.ts';
import { type Connection, openConnection } from './connection.ts';
import type { OpeningRules } from './opening.ts';
import { eventFrame } from './server-frame.ts';

const largestMessage = 16 * 1024;
/** SDKs ping every 20 seconds. */
const idleSeconds = 60;
const sweepSeconds = 10;
/** Connections that are told of a change in a turn of the event loop: each compares it with all that it listens for. */
const toldInATurn = 50;

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
  const inTurn = createTickScheduler(() => toldInATurn);
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

  const unsubscribe = changes.subscribe((change) => {
    if (connections.size === 0 || !change.readers.some((role) => GUEST_ROLES.includes(role))) return;
    const frame = eventFrame(change, new Date());
    const receivers = connections.values();
    // Each in its turn: changes that wait take turns, so that each connection hears them in their order.
    const tellNext = () => {
      const { value: connection, done } = receivers.next();
      if (done) return;
      connection.tell(frame);
      inTurn(tellNext);
    };
    inTurn(tellNext);
  });
  const sweep = setInterval(() => {
    const oldest = performance.now() - idleSeconds * 1000;
    for (const { lastSeen, socket } of connections)
      if (lastSeen() < oldest) socket.close(1001, `No ping for ${idleSeconds} seconds.`);
  }, sweepSeconds * 1000).unref();

  return {
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, client?: RequestContext): void {
      server.handleUpgrade(request, socket, head, (opened) => {
        const connection = openConnection(opened, request, rules, client);
        if (!connection) return;
        connections.add(connection);
        opened.on('close', () => connections.delete(connection));
      });
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
