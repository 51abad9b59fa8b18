import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '#http/api-error.ts';
import type { RequestContext } from '#http/request-context.ts';
import { createTickScheduler } from '#http/tick-scheduler.ts';
import type { TrustProxy } from '#settings/trust-proxy.ts';
import type { UnadmittedClient } from '#site/site-env.ts';
import { type Connection, createConnections } from './connections.ts';
import { createBudgets, createQueues, readCpuTime } from './queues.ts';
import { createClientAddress, faultOf, refuseConnection, refuseRequest } from './requests.ts';

export interface AdmissionOptions {
  trustProxy: TrustProxy;
  /** Maximum number of concurrent jobs: one if this thread does the work, more if a hosted backend does. */
  concurrency: number;
  /** Returns the CPU milliseconds that all drawings have taken. */
  drawingMs?: () => number;
  /** Headers of admission's own responses. */
  headers: Readonly<Record<string, string>>;
  /** Called once, when a request has an `X-Forwarded-For` header although no proxy is trusted. */
  onUntrustedProxy?: () => void;
}

/** Handlers of admitted requests and upgrades. */
export interface Handlers {
  /** Responds to a request: from the cache immediately, otherwise through `client.admit`, which charges the client. */
  respond(request: IncomingMessage, response: ServerResponse, client: UnadmittedClient): void;
  /** Whether an upgrade opens a live connection. Other upgrades are ignored, as RFC 9110 section 7.8 allows. */
  isLive(request: IncomingMessage): boolean;
  openLive(request: IncomingMessage, socket: Duplex, head: Buffer, client: RequestContext): void;
}

/** CPU budget charged for each request that is not cached, in addition to its work, in milliseconds. */
const REQUEST_COST_MS = 0.25;
/** CPU budget charged to a client that pipelines too many requests, in milliseconds. Browsers do not pipeline. */
const ABUSE_COST_MS = 1000;
/** CPU budget charged to the address whose connection is closed because there are too many, in milliseconds. */
const CROWDING_COST_MS = 10;
/** Maximum number of requests started in one tick; fewer while connections are pending, because libuv accepts one per tick. */
const REQUESTS_PER_TICK = 16;
const REQUESTS_PER_BUSY_TICK = 4;
/** Budget in milliseconds below which a client counts as abusive: its new connections are closed without being read. */
const DROP_BELOW_MS = -5000;
/** Delay before a request of a client without budget is handled, in milliseconds, so that the client cannot retry faster. */
const REFUSAL_DELAY_MS = 1000;
const SWEEP_INTERVAL_MS = 500;
/** Statuses for requests that Node cannot read, by error code; all others have status 400. */
const parseErrorStatuses: Record<string, 408 | 431> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Creates the site's admission. It identifies clients, gives each address a CPU budget, queue slots and time limits, and closes
 * connections that hold too many resources. No other code limits what one address may use.
 */
export function createAdmission({
  trustProxy,
  concurrency,
  drawingMs,
  headers,
  onUntrustedProxy = () => {},
}: AdmissionOptions) {
  const addressOf = createClientAddress(trustProxy);
  const budgets = createBudgets();
  const connections = createConnections();
  let acceptedCount = 0;
  let previousCount = 0;
  let hasWarned = false;
  const queues = createQueues(budgets, concurrency, () => acceptedCount, drawingMs);
  const { thread, drawings, fetches, bodies, uploads } = queues;
  const scheduleInTick = createTickScheduler(() => {
    const hasNewConnections = acceptedCount > previousCount;
    previousCount = acceptedCount;
    return hasNewConnections ? REQUESTS_PER_BUSY_TICK : REQUESTS_PER_TICK;
  });
  // No connection is live before `guard` is called.
  let isLive: Handlers['isLive'] = () => false;
  const sweepTimer = setInterval(connections.sweep, SWEEP_INTERVAL_MS).unref();

  const clientOf = (connection: Connection): UnadmittedClient => {
    const { address, socket } = connection;
    const isConnected = () => !socket.destroyed;
    return {
      address,
      isConnected,
      charge(milliseconds = 0) {
        budgets.check(address);
        budgets.charge(address, milliseconds);
      },
      queue: (job) => thread.run(address, job, isConnected),
      queueDrawing: (job, isWanted) => drawings.run(address, job, isWanted),
      queueFetch: (job, isWanted) => fetches.run(address, job, isWanted),
      queueBody: (job) => (connection.isTrusted ? uploads : bodies).run(address, job, isConnected),
      trust() {
        connection.isTrusted = true;
      },
      async admit(run) {
        if (budgets.remaining(address) <= 0)
          await new Promise<void>((resolve) =>
            setTimeout(scheduleInTick, REFUSAL_DELAY_MS, resolve, address).unref(),
          );
        if (socket.destroyed) throw new ApiError('general_server_busy', { retryAfter: '5' });
        budgets.charge(address, REQUEST_COST_MS);
        const startMs = readCpuTime();
        const job = run();
        // Charges the synchronous part, because parsing a long address can be most of the work.
        budgets.charge(address, readCpuTime() - startMs);
        await job;
      },
    };
  };

  /** Updates the client of a connection, which changes only if a trusted proxy reports another one. */
  const identify = (connection: Connection, request: IncomingMessage) => {
    const forwardedFor = request.headers['x-forwarded-for'];
    if (trustProxy === 'off' && forwardedFor !== undefined && !hasWarned) {
      hasWarned = true;
      onUntrustedProxy();
    }
    const isUnchanged = trustProxy === 'off' || forwardedFor === connection.forwardedFor;
    if (connection.address !== '' && isUnchanged) return;
    connection.forwardedFor = forwardedFor;
    connections.assign(connection, addressOf(request));
  };

  return {
    /** Options for creating the server. */
    options: {
      headersTimeout: 15_000,
      // Includes the time for the body.
      requestTimeout: 300_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5000,
      shouldUpgradeCallback: (request: IncomingMessage) => isLive(request),
    },
    /** Admits the requests of a server that was created with `options`. */
    guard(server: Server, handlers: Handlers): void {
      isLive = handlers.isLive;
      server.on('connection', (socket) => {
        acceptedCount += 1;
        const address = addressOf({ socket, headers: {} });
        if (budgets.remaining(address) < DROP_BELOW_MS) return socket.destroy();
        const evictedConnection = connections.open(socket, address);
        if (evictedConnection) budgets.charge(evictedConnection.address, CROWDING_COST_MS);
      });
      server.on('request', (request, response) => {
        const offender = connections.begin(request, response, (connection) => {
          identify(connection, request);
          const fault = faultOf(request);
          if (fault) return refuseRequest(response, fault, headers);
          scheduleInTick(() => handlers.respond(request, response, clientOf(connection)), connection.address);
        });
        if (!offender) return;
        budgets.charge(offender.address, ABUSE_COST_MS);
        // Closes the client's other connections without reading them, because even refusing a request takes CPU time.
        if (budgets.remaining(offender.address) < DROP_BELOW_MS) connections.endAll(offender.address);
      });
      // Node would refuse unknown expectations itself; RFC 9110 section 10.1.1 allows ignoring them.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response));
      server.on('upgrade', (request, socket, head) => {
        // Without a listener, a broken connection would end the process.
        socket.on('error', () => socket.destroy());
        const connection = connections.find(request.socket);
        const fault = faultOf(request);
        if (!connection || fault) return refuseConnection(socket, fault ?? 400, headers);
        identify(connection, request);
        connection.state = 'live';
        const client = clientOf(connection);
        const open = async () => handlers.openLive(request, socket, head, client);
        scheduleInTick(() => void client.admit(open).catch(() => socket.destroy()), connection.address);
      });
      server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
        const isResponding = connections.find(socket as never)?.state === 'responding';
        if (isResponding || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
        else refuseConnection(socket, parseErrorStatuses[error.code ?? ''] ?? 400, headers);
      });
    },
    /** Counts requests in queues and open connections. */
    load: () => ({
      waiting: Object.values(queues).reduce((sum, queue) => sum + queue.waiting(), 0),
      connections: connections.count(),
    }),
    close: () => clearInterval(sweepTimer),
  };
}
