import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { mostConnections } from './most-connections.ts';

/** A connection, and how much of the server it holds. */
const newConnection = (socket: Socket, address: string) => ({
  socket,
  /** Whom it is counted for: its own end, until a believed proxy names another; `rename` changes it. */
  address,
  /** By what a proxy named them: the same words name the same. */
  named: undefined as IncomingMessage['headers'][string],
  /** What was asked on it last, when, and how many bytes had come before. */
  request: undefined as IncomingMessage | undefined,
  askedAt: performance.now(),
  bytesThen: 0,
  /** How many requests that were. */
  asked: 0,
  state: 'idle' as 'idle' | 'answering' | 'live',
  /** Requests that came before the answer to the one in hand: they wait. */
  ahead: [] as { start(): void; bytes: number }[],
  /** A valid key came with what is asked. */
  isTrusted: false,
  /** How many bytes had passed when that was last looked at, and since when none has. */
  passed: 0,
  stillSince: performance.now(),
});

export type Connection = ReturnType<typeof newConnection>;
const note = (connection: Connection, news: Partial<Connection>) => Object.assign(connection, news);

const usualLimits = {
  /** Connections at a time, of all addresses together. */
  most: mostConnections(),
  /** Requests on one connection; the next ones need a new one. */
  mostAsked: 1000,
  /** Bytes of answers that all together may have waiting. */
  mostHeld: 48 * 1024 * 1024,
  /** Requests sent ahead on one connection, and bytes of their headers (one may have as many); no browser sends any. */
  mostAhead: 10,
  mostAheadBytes: 16 * 1024,
  /** Milliseconds for which a reader may take nothing. */
  stillFor: 60_000,
  /** Milliseconds for a body; a longer one must bring so many bytes a second. */
  bodyWithin: 30_000,
  leastRate: 8 * 1024,
};

/** Those of the address that all together weigh most. */
export function ofTheHeaviest<One extends { address: string }>(
  all: readonly One[],
  weigh: (one: One) => number,
) {
  const sums = new Map<string, number>();
  for (const one of all) sums.set(one.address, (sums.get(one.address) ?? 0) + weigh(one));
  const most = Math.max(...sums.values());
  return all.filter(({ address }) => sums.get(address) === most);
}

/** What is given up first: what nobody uses, then what is slow, then what listens. */
const order: Record<Connection['state'], number> = { idle: 0, answering: 1, live: 2 };
const soonest = (a: Connection, b: Connection) =>
  order[a.state] - order[b.state] || a.stillSince - b.stillSince;

/** The connections of a server, whom each is counted for, and which of them are given up when there are too many. */
export function createConnections(limits = usualLimits) {
  const all = new Map<Socket, Connection>();
  const byAddress = new Map<string, Set<Connection>>();

  const count = (connection: Connection) => {
    const known = byAddress.get(connection.address);
    if (known) known.add(connection);
    else byAddress.set(connection.address, new Set([connection]));
  };
  const uncount = (connection: Connection) => {
    const known = byAddress.get(connection.address);
    if (known?.delete(connection) && known.size === 0) byAddress.delete(connection.address);
  };
  const forget = (connection: Connection) => {
    all.delete(connection.socket);
    uncount(connection);
  };
  const end = (connection: Connection) => {
    forget(connection);
    connection.socket.destroy();
  };

  const giveUpOne = (): Connection | undefined => {
    let most: Set<Connection> = new Set();
    for (const some of byAddress.values()) if (some.size > most.size) most = some;
    let first: Connection | undefined;
    for (const one of most) {
      if (!first || soonest(one, first) < 0) first = one;
      // They stand in the order in which they came.
      if (one.asked === 0 && one.state === 'idle') break;
    }
    if (first) end(first);
    return first;
  };

  /** Bytes of answers that wait for a reader. */
  const heldBy = ({ socket }: Connection) => socket.writableLength;
  /** While answers that nobody takes hold too much, the address that holds most loses its largest. */
  const makeRoom = (): void => {
    let total = 0;
    for (const one of all.values()) total += heldBy(one);
    // Many may wait for the same bytes, which are held once.
    if (total <= limits.mostHeld || getHeapStatistics().external_memory < 2 * limits.mostHeld) return;
    while (total > limits.mostHeld) {
      const [largest] = ofTheHeaviest([...all.values()], heldBy).sort((a, b) => heldBy(b) - heldBy(a));
      if (!largest) return;
      total -= heldBy(largest);
      end(largest);
    }
  };

  const take = (socket: Socket, address: string): Connection => {
    const connection = newConnection(socket, address);
    all.set(socket, connection);
    count(connection);
    socket.once('close', () => forget(connection));
    return connection;
  };

  return {
    /** Takes a connection in. When there are too many, the address that has most gives one up, which is then returned. */
    open(socket: Socket, address: string): Connection | undefined {
      take(socket, address);
      return all.size > limits.most ? giveUpOne() : undefined;
    },
    /** Counts a connection for another address: a believed proxy says who is behind it. */
    rename(connection: Connection, address: string): void {
      if (connection.address === address) return;
      uncount(connection);
      connection.address = address;
      if (all.has(connection.socket)) count(connection);
    },
    /** Ends all of an address but its live ones. */
    endAllOf(address: string): void {
      for (const one of byAddress.get(address) ?? []) if (one.state !== 'live') end(one);
    },
    of: (socket: Socket) => all.get(socket),
    /** How many are open. */
    count: () => all.size,
    /**
     * Runs `answer` when the answer before has left: what waits on a connection is one answer, however many are asked
     * ahead. Too many end the connection, which is then returned.
     */
    begin(
      request: IncomingMessage,
      response: ServerResponse,
      answer: (connection: Connection) => void,
    ): Connection | undefined {
      const { socket } = request;
      // Given up while its last bytes were read.
      if (socket.destroyed) return undefined;
      // It may have come before there was a door.
      const connection = all.get(socket) ?? take(socket, '');
      const start = () => {
        const askedAt = performance.now();
        const asked = connection.asked + 1;
        note(connection, { request, askedAt, stillSince: askedAt, state: 'answering', asked });
        if (asked === limits.mostAsked) response.shouldKeepAlive = false;
        response.once('close', () => {
          const stillSince = performance.now();
          const bytesThen = socket.bytesRead;
          note(connection, { stillSince, bytesThen, state: 'idle', isTrusted: false });
          if (!socket.destroyed) connection.ahead.shift()?.start();
        });
        answer(connection);
      };
      if (connection.state === 'idle') {
        start();
        return undefined;
      }
      connection.ahead.push({
        start,
        bytes: request.rawHeaders.reduce((sum, { length }) => sum + length, request.url?.length ?? 0),
      });
      const bytes = connection.ahead.reduce((sum, one) => sum + one.bytes, 0);
      if (connection.ahead.length <= limits.mostAhead && bytes <= limits.mostAheadBytes) return undefined;
      end(connection);
      return connection;
    },
    makeRoom,
    /** Ends what takes nothing and what sends its body too slowly. */
    sweep(): void {
      const at = performance.now();
      for (const one of all.values()) {
        const { socket, request, isTrusted } = one;
        const passed = socket.bytesRead + socket.bytesWritten - socket.writableLength;
        if (passed !== one.passed) note(one, { passed, stillSince: at });
        const isStuck = heldBy(one) > 0 && at - one.stillSince > limits.stillFor;
        const age = at - one.askedAt;
        const rate = ((socket.bytesRead - one.bytesThen) * 1000) / age;
        const isLate = request?.complete === false && age > limits.bodyWithin && rate < limits.leastRate;
        if (isStuck || (isLate && !isTrusted)) end(one);
      }
      makeRoom();
    },
  };
}
