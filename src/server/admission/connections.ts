import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { heaviestEntries } from './queues.ts';

/** Maximum number of open connections of all addresses; fewer if the system limits open files. */
const MAX_CONNECTIONS = 2000;
/** Number of connections that are allowed even if the system limits open files to fewer. */
const MIN_CONNECTIONS = 20;
/** Number of open files that a connection can need: its socket, and the lesson that is sent on it. */
const FILES_PER_CONNECTION = 2;
/** Number of other open files: the database, child processes, files being written. */
const OTHER_FILES = 100;

/** Number of open files that `MAX_CONNECTIONS` connections require. */
export const REQUIRED_OPEN_FILES = OTHER_FILES + FILES_PER_CONNECTION * MAX_CONNECTIONS;

/**
 * Returns the system's limit of open files and sockets for this process; infinite without a limit, as on Windows. Above the limit
 * (`EMFILE`), no lesson can be read and no process started.
 */
export function readOpenFileLimit(): number {
  // Otherwise the report would look up the host names of all connected clients.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: unknown } } };
  return Number(userLimits?.open_files.soft) || Number.POSITIVE_INFINITY;
}

/** Returns the number of connections at which every request can open its files, from `MIN_CONNECTIONS` to `MAX_CONNECTIONS`. */
export function maxConnections(openFiles = readOpenFileLimit()): number {
  const supported = Math.floor((openFiles - OTHER_FILES) / FILES_PER_CONNECTION);
  return Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, supported));
}

const defaultLimits = () => ({
  maxConnections: maxConnections(),
  /** Maximum number of requests on one connection; after that, the client needs a new connection. */
  maxRequests: 1000,
  /** Maximum unread response bytes of all connections, once the process uses twice as much memory outside the heap. */
  maxUnreadBytes: 48 * 1024 * 1024,
  /** Maximum number of requests that wait on one connection, and of bytes of their addresses and headers. Browsers do not pipeline. */
  maxPipelined: 10,
  maxPipelinedBytes: 16 * 1024,
  /** Time after which a client that reads nothing of a response is disconnected. */
  stalledMs: 60_000,
  /** Age above which a body without a valid key must have arrived at the rate of `minBytesPerSecond`. */
  bodyMs: 30_000,
  minBytesPerSecond: 8 * 1024,
});

/** Creates the record of a connection. */
const createConnection = (socket: Socket, address: string) => ({
  socket,
  /** The address for which the connection is counted: the peer's, until `assign` sets the one that a trusted proxy reports. */
  address,
  /** The last `X-Forwarded-For` header; a request with the same header is from the same client. */
  forwardedFor: undefined as IncomingMessage['headers'][string],
  /** The latest request, its time, and the number of bytes received before it. */
  request: undefined as IncomingMessage | undefined,
  requestedAt: performance.now(),
  bytesBefore: 0,
  requests: 0,
  state: 'idle' as 'idle' | 'responding' | 'live',
  /** Requests received before the end of the current response. */
  pipelined: [] as { start(): void; bytes: number }[],
  /** Whether the request has a valid key. */
  isTrusted: false,
  /** Number of bytes transferred until the last sweep, and the time of the last activity. */
  transferredBytes: 0,
  stalledSince: performance.now(),
});

export type Connection = ReturnType<typeof createConnection>;
const update = (connection: Connection, changes: Partial<Connection>) => Object.assign(connection, changes);

/** Eviction order: idle, then in-flight, then WebSocket connections. */
const evictionOrder: Record<Connection['state'], number> = { idle: 0, responding: 1, live: 2 };
const compareForEviction = (a: Connection, b: Connection) =>
  evictionOrder[a.state] - evictionOrder[b.state] || a.stalledSince - b.stalledSince;

/** Returns the number of response bytes that wait in this process; the system buffers more. */
const countUnreadBytes = ({ socket }: Connection) => socket.writableLength;

/** Tracks a server's connections and their addresses, and closes those that hold too many resources. */
export function createConnections(limits = defaultLimits()) {
  const connections = new Map<Socket, Connection>();
  const byAddress = new Map<string, Set<Connection>>();

  const addToAddress = (connection: Connection) => {
    const group = byAddress.get(connection.address);
    if (group) group.add(connection);
    else byAddress.set(connection.address, new Set([connection]));
  };
  const removeFromAddress = (connection: Connection) => {
    const group = byAddress.get(connection.address);
    if (group?.delete(connection) && group.size === 0) byAddress.delete(connection.address);
  };
  const forget = (connection: Connection) => {
    connections.delete(connection.socket);
    removeFromAddress(connection);
  };
  const end = (connection: Connection) => {
    forget(connection);
    connection.socket.destroy();
  };
  const add = (socket: Socket, address: string): Connection => {
    const connection = createConnection(socket, address);
    connections.set(socket, connection);
    addToAddress(connection);
    socket.once('close', () => forget(connection));
    return connection;
  };

  const evictOne = (): Connection | undefined => {
    let largest: Set<Connection> = new Set();
    for (const group of byAddress.values()) if (group.size > largest.size) largest = group;
    let first: Connection | undefined;
    for (const connection of largest) {
      if (!first || compareForEviction(connection, first) < 0) first = connection;
      // Later connections arrived after this unused one, so none of them has been idle for longer.
      if (connection.requests === 0 && connection.state === 'idle') break;
    }
    if (first) end(first);
    return first;
  };

  /** Closes the largest connection of the address with the most unread bytes, again until the total is acceptable. */
  const freeMemory = (): void => {
    let total = 0;
    for (const connection of connections.values()) total += countUnreadBytes(connection);
    // Connections can share the bytes of one cached response, so the memory in use decides as well.
    if (total <= limits.maxUnreadBytes || getHeapStatistics().external_memory < 2 * limits.maxUnreadBytes)
      return;
    while (total > limits.maxUnreadBytes) {
      const entries = heaviestEntries([...connections.values()], countUnreadBytes);
      const [largest] = entries.sort((a, b) => countUnreadBytes(b) - countUnreadBytes(a));
      if (!largest) return;
      total -= countUnreadBytes(largest);
      end(largest);
    }
  };

  return {
    /** Adds a connection. If there are too many, closes and returns one of the address with the most. */
    open(socket: Socket, address: string): Connection | undefined {
      add(socket, address);
      return connections.size > limits.maxConnections ? evictOne() : undefined;
    },
    /** Assigns a connection to another address, which a trusted proxy reported. */
    assign(connection: Connection, address: string): void {
      if (connection.address === address) return;
      removeFromAddress(connection);
      connection.address = address;
      if (connections.has(connection.socket)) addToAddress(connection);
    },
    /** Closes all connections of an address except live ones. */
    endAll(address: string): void {
      for (const connection of byAddress.get(address) ?? []) if (connection.state !== 'live') end(connection);
    },
    find: (socket: Socket) => connections.get(socket),
    count: () => connections.size,
    /**
     * Runs `respond` after the previous response of the connection, so that only one is in memory. Closes and returns the
     * connection if too many requests are pipelined.
     */
    begin(
      request: IncomingMessage,
      response: ServerResponse,
      respond: (connection: Connection) => void,
    ): Connection | undefined {
      const { socket } = request;
      // The socket can close while its last bytes are read.
      if (socket.destroyed) return undefined;
      // The connection may have been opened before admission guarded the server.
      const connection = connections.get(socket) ?? add(socket, '');
      const start = () => {
        const requestedAt = performance.now();
        const requests = connection.requests + 1;
        update(connection, {
          request,
          requestedAt,
          stalledSince: requestedAt,
          state: 'responding',
          requests,
        });
        if (requests === limits.maxRequests) response.shouldKeepAlive = false;
        response.once('close', () => {
          const stalledSince = performance.now();
          const bytesBefore = socket.bytesRead;
          update(connection, { stalledSince, bytesBefore, state: 'idle', isTrusted: false });
          if (!socket.destroyed) connection.pipelined.shift()?.start();
        });
        respond(connection);
      };
      if (connection.state === 'idle') {
        start();
        return undefined;
      }
      connection.pipelined.push({
        start,
        bytes: request.rawHeaders.reduce((sum, { length }) => sum + length, request.url?.length ?? 0),
      });
      const bytes = connection.pipelined.reduce((sum, waiting) => sum + waiting.bytes, 0);
      if (connection.pipelined.length <= limits.maxPipelined && bytes <= limits.maxPipelinedBytes)
        return undefined;
      end(connection);
      return connection;
    },
    freeMemory,
    /**
     * Closes connections whose client reads nothing, whose responses take too much memory, or whose body arrives too slowly. A body
     * with a valid key may be slow.
     */
    sweep(): void {
      const now = performance.now();
      for (const connection of connections.values()) {
        const { socket, request, isTrusted } = connection;
        const transferredBytes = socket.bytesRead + socket.bytesWritten - socket.writableLength;
        if (transferredBytes !== connection.transferredBytes)
          update(connection, { transferredBytes, stalledSince: now });
        const isStuck = countUnreadBytes(connection) > 0 && now - connection.stalledSince > limits.stalledMs;
        const age = now - connection.requestedAt;
        const bytesPerSecond = ((socket.bytesRead - connection.bytesBefore) * 1000) / age;
        const isLate =
          request?.complete === false && age > limits.bodyMs && bytesPerSecond < limits.minBytesPerSecond;
        if (isStuck || (isLate && !isTrusted)) end(connection);
      }
      freeMemory();
    },
  };
}
