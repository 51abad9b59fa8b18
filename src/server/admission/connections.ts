import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { entriesOfHeaviest } from './queues.ts';

/** Connections at a time, of all addresses together, when the system has room for them. */
const MAX_CONNECTIONS = 2000;
const MIN_CONNECTIONS = 20;
/** Open files that a connection may need: itself, and the lesson that is sent on it. */
const FILES_PER_CONNECTION = 2;
/** Other open files: the database, child processes, what is being written. */
const OTHER_FILES = 100;

/** Open files that allow the full number of connections. */
export const enoughOpenFiles = OTHER_FILES + FILES_PER_CONNECTION * MAX_CONNECTIONS;

/**
 * Returns how many files, including connections, the system lets this process open; infinite without a limit, as on Windows.
 * Beyond it (`EMFILE`) no lesson can be read and no process started.
 */
export function allowedOpenFiles(): number {
  // Otherwise it would look up the names of all connected clients.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: unknown } } };
  return Number(userLimits?.open_files.soft) || Number.POSITIVE_INFINITY;
}

/** Returns how many connections may be open at a time so that each request can still open files. */
export function maxConnections(openFiles = allowedOpenFiles()): number {
  const fitting = Math.floor((openFiles - OTHER_FILES) / FILES_PER_CONNECTION);
  return Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, fitting));
}

const usualLimits = () => ({
  maxConnections: maxConnections(),
  /** Requests on one connection; the next ones need a new one. */
  maxRequests: 1000,
  /** Bytes of answers that wait for readers, of all connections together. */
  maxUnreadBytes: 48 * 1024 * 1024,
  /** Pipelined requests on one connection, and the bytes of their headers. Browsers do not pipeline. */
  maxAhead: 10,
  maxAheadBytes: 16 * 1024,
  /** Time for which a reader may read nothing. */
  stalledMs: 60_000,
  /** A body that takes longer must bring this many bytes a second. */
  bodyMs: 30_000,
  minBytesPerSecond: 8 * 1024,
});

/** A connection, and the server's resources that it holds. */
const newConnection = (socket: Socket, address: string) => ({
  socket,
  /** The address it is counted for: its own end, until a trusted proxy names another; `rename` changes it. */
  address,
  /** Last `X-Forwarded-For`: unchanged means the same client. */
  forwardedFor: undefined as IncomingMessage['headers'][string],
  /** The last request on it, when it came, and how many bytes had come before. */
  request: undefined as IncomingMessage | undefined,
  requestedAt: performance.now(),
  bytesBefore: 0,
  requests: 0,
  state: 'idle' as 'idle' | 'answering' | 'live',
  /** Requests received before the response to the current one. */
  ahead: [] as { start(): void; bytes: number }[],
  /** The request has a valid key. */
  isTrusted: false,
  /** Bytes transferred at the last sweep, and the time since which none was. */
  passedBytes: 0,
  stalledSince: performance.now(),
});

export type Connection = ReturnType<typeof newConnection>;
const update = (connection: Connection, changes: Partial<Connection>) => Object.assign(connection, changes);

/** Eviction order: idle, then in-flight, then WebSocket connections. */
const order: Record<Connection['state'], number> = { idle: 0, answering: 1, live: 2 };
const byEviction = (a: Connection, b: Connection) =>
  order[a.state] - order[b.state] || a.stalledSince - b.stalledSince;

/** Bytes of answers that wait for a reader. */
const unreadBytes = ({ socket }: Connection) => socket.writableLength;

/** Tracks a server's connections and their addresses, and closes some if there are too many. */
export function createConnections(limits = usualLimits()) {
  const all = new Map<Socket, Connection>();
  const byAddress = new Map<string, Set<Connection>>();

  const count = (connection: Connection) => {
    const connections = byAddress.get(connection.address);
    if (connections) connections.add(connection);
    else byAddress.set(connection.address, new Set([connection]));
  };
  const uncount = (connection: Connection) => {
    const connections = byAddress.get(connection.address);
    if (connections?.delete(connection) && connections.size === 0) byAddress.delete(connection.address);
  };
  const forget = (connection: Connection) => {
    all.delete(connection.socket);
    uncount(connection);
  };
  const end = (connection: Connection) => {
    forget(connection);
    connection.socket.destroy();
  };
  const add = (socket: Socket, address: string): Connection => {
    const connection = newConnection(socket, address);
    all.set(socket, connection);
    count(connection);
    socket.once('close', () => forget(connection));
    return connection;
  };

  const evictOne = (): Connection | undefined => {
    let largest: Set<Connection> = new Set();
    for (const group of byAddress.values()) if (group.size > largest.size) largest = group;
    let first: Connection | undefined;
    for (const connection of largest) {
      if (!first || byEviction(connection, first) < 0) first = connection;
      // Connections are in order of arrival.
      if (connection.requests === 0 && connection.state === 'idle') break;
    }
    if (first) end(first);
    return first;
  };

  /** Closes the largest connections of the address with most unread bytes while the total is too large. */
  const freeMemory = (): void => {
    let total = 0;
    for (const connection of all.values()) total += unreadBytes(connection);
    // Many connections may wait for the same bytes, which are in memory only once.
    if (total <= limits.maxUnreadBytes || getHeapStatistics().external_memory < 2 * limits.maxUnreadBytes)
      return;
    while (total > limits.maxUnreadBytes) {
      const entries = entriesOfHeaviest([...all.values()], unreadBytes);
      const [largest] = entries.sort((a, b) => unreadBytes(b) - unreadBytes(a));
      if (!largest) return;
      total -= unreadBytes(largest);
      end(largest);
    }
  };

  return {
    /** Adds a connection. If there are too many, closes and returns one of the address with the most. */
    open(socket: Socket, address: string): Connection | undefined {
      add(socket, address);
      return all.size > limits.maxConnections ? evictOne() : undefined;
    },
    /** Assigns a connection to another address, which a trusted proxy named. */
    rename(connection: Connection, address: string): void {
      if (connection.address === address) return;
      uncount(connection);
      connection.address = address;
      if (all.has(connection.socket)) count(connection);
    },
    /** Closes all connections of an address but its live ones. */
    endAllOf(address: string): void {
      for (const connection of byAddress.get(address) ?? []) if (connection.state !== 'live') end(connection);
    },
    of: (socket: Socket) => all.get(socket),
    /** Counts open connections. */
    count: () => all.size,
    /**
     * Runs `answer` when the previous response has left, so that only one waits on a connection, however many requests are
     * pipelined. Too many of them close the connection, which is then returned.
     */
    begin(
      request: IncomingMessage,
      response: ServerResponse,
      answer: (connection: Connection) => void,
    ): Connection | undefined {
      const { socket } = request;
      // Closed while its last bytes were read.
      if (socket.destroyed) return undefined;
      // The connection may have been opened before admission.
      const connection = all.get(socket) ?? add(socket, '');
      const start = () => {
        const requestedAt = performance.now();
        const requests = connection.requests + 1;
        update(connection, {
          request,
          requestedAt,
          stalledSince: requestedAt,
          state: 'answering',
          requests,
        });
        if (requests === limits.maxRequests) response.shouldKeepAlive = false;
        response.once('close', () => {
          const stalledSince = performance.now();
          const bytesBefore = socket.bytesRead;
          update(connection, { stalledSince, bytesBefore, state: 'idle', isTrusted: false });
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
      const bytes = connection.ahead.reduce((sum, waiting) => sum + waiting.bytes, 0);
      if (connection.ahead.length <= limits.maxAhead && bytes <= limits.maxAheadBytes) return undefined;
      end(connection);
      return connection;
    },
    freeMemory,
    /** Closes connections whose reader reads nothing or whose body arrives too slowly. */
    sweep(): void {
      const at = performance.now();
      for (const connection of all.values()) {
        const { socket, request, isTrusted } = connection;
        const passedBytes = socket.bytesRead + socket.bytesWritten - socket.writableLength;
        if (passedBytes !== connection.passedBytes) update(connection, { passedBytes, stalledSince: at });
        const isStuck = unreadBytes(connection) > 0 && at - connection.stalledSince > limits.stalledMs;
        const age = at - connection.requestedAt;
        const bytesPerSecond = ((socket.bytesRead - connection.bytesBefore) * 1000) / age;
        const isLate =
          request?.complete === false && age > limits.bodyMs && bytesPerSecond < limits.minBytesPerSecond;
        if (isStuck || (isLate && !isTrusted)) end(connection);
      }
      freeMemory();
    },
  };
}
