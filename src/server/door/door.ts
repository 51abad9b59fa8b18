import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '#http/api-error.ts';
import type { RequestContext } from '#http/request-context.ts';
import { createTickScheduler } from '#http/tick-scheduler.ts';
import type { TrustProxy } from '#settings/trust-proxy.ts';
import type { AdmittedClient } from '#site/site-env.ts';
import { faultOf, refuseBytes, refuseRequest } from './bad-request.ts';
import { createClientAddress } from './client-address.ts';
import { type Connection, createConnections } from './connections.ts';
import { createQueues } from './queues.ts';
import { createShares } from './shares.ts';

export interface DoorOptions {
  trustProxy: TrustProxy;
  /** Works at a time: one when all of it is done on this thread, more when a backend elsewhere is waited for. */
  width: number;
  /** Headers of every answer, also of those that the door gives itself. */
  headers: Readonly<Record<string, string>>;
  /** Called once, when a request names its client by `X-Forwarded-For` and no proxy is trusted. */
  onUntrustedProxy?: () => void;
}

/** What stands behind the door. */
export interface Inside {
  /** Answers a request. What is cached is sent at once; all else goes through `client.admit`, which charges it. */
  answer(request: IncomingMessage, response: ServerResponse, client: AdmittedClient): void;
  /** Whether an upgrade leads to a live connection; any other is ignored, as RFC 9110 section 7.8 has it. */
  isLive(request: IncomingMessage): boolean;
  live(request: IncomingMessage, socket: Duplex, head: Buffer, client: RequestContext): void;
}

/** What any question costs besides its work, and what one costs that breaks the rules of HTTP, in milliseconds of work. */
const questionCost = 0.25;
const abuseCost = 100;
/** Requests that are begun in a turn of the event loop. */
const mostInATurn = 16;
/** While connections come: a turn accepts one, so that turns have to be short for whoever comes behind a crowd. */
const mostWhileTheyCome = 4;
/** What it costs to open another connection when all are taken and most are one's own. */
const crowdingCost = 10;
/** Whoever owes more breaks rules all the time: their connections are not read any more. */
const readDownTo = -5000;
/** Milliseconds that whoever has nothing left waits for being told so: they ask no faster than that. */
const refusalPause = 1000;
const sweepEvery = 500;
/** What a connection is told of Node's errors; of any other one that its bytes are no request. */
const statuses: Record<string, 408 | 431> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * The one admission of the site. It says who asks, gives each address its share of the thread, its turn and its
 * deadlines, and takes back what is held too long; nothing behind it limits again.
 */
export function createDoor({ trustProxy, width, headers, onUntrustedProxy = () => {} }: DoorOptions) {
  const addressOf = createClientAddress(trustProxy);
  const shares = createShares();
  const connections = createConnections();
  let accepted = 0;
  let hasWarned = false;
  const queues = createQueues(shares, width, () => accepted);
  const { thread, pictures, fetches, bodies, uploads } = queues;
  let acceptedThen = 0;
  const inTurn = createTickScheduler(() => {
    const come = accepted > acceptedThen;
    acceptedThen = accepted;
    return come ? mostWhileTheyCome : mostInATurn;
  });
  // Until there is something inside, nothing is live.
  let isLive: Inside['isLive'] = () => false;
  const sweep = setInterval(connections.sweep, sweepEvery).unref();

  const clientOf = (connection: Connection): AdmittedClient => {
    const { address, socket } = connection;
    const isHere = () => !socket.destroyed;
    return {
      address,
      isConnected: isHere,
      charge(milliseconds = 0) {
        shares.check(address);
        shares.charge(address, milliseconds);
      },
      queue: (work, isWanted = isHere) => thread.pass(address, work, isWanted),
      queueDrawing: (work, isWanted = isHere) => pictures.pass(address, work, isWanted),
      queueFetch: (work, isWanted = isHere) => fetches.pass(address, work, isWanted),
      queueBody: (work) => (connection.isTrusted ? uploads : bodies).pass(address, work, isHere),
      trust() {
        connection.isTrusted = true;
      },
      async admit(run) {
        if (shares.leftTo(address) <= 0)
          await new Promise<void>((go) => setTimeout(inTurn, refusalPause, go, address).unref());
        if (socket.destroyed) throw new ApiError('general_server_busy', { retryAfter: '5' });
        shares.charge(address, questionCost);
        const begun = performance.now();
        const done = run();
        // Reading a long address may be all the work there is.
        shares.charge(address, performance.now() - begun);
        await done;
      },
    };
  };

  /** A connection's own end never changes, so it is somebody else only where a proxy says so. */
  const identify = (connection: Connection, request: IncomingMessage) => {
    const named = request.headers['x-forwarded-for'];
    if (trustProxy === 'off' && named !== undefined && !hasWarned) {
      hasWarned = true;
      onUntrustedProxy();
    }
    if (connection.address !== '' && (trustProxy === 'off' || named === connection.named)) return;
    connection.named = named;
    connections.rename(connection, addressOf(request));
  };

  return {
    /** What to make the server with. */
    options: {
      headersTimeout: 15_000,
      // For a request with all its body, whoever sends it.
      requestTimeout: 300_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5000,
      shouldUpgradeCallback: (request: IncomingMessage) => isLive(request),
    },
    /** Stands before all that a server made with `options` answers. */
    guard(server: Server, inside: Inside): void {
      isLive = inside.isLive;
      server.on('connection', (socket) => {
        accepted += 1;
        const address = addressOf({ socket, headers: {} });
        if (shares.leftTo(address) < readDownTo) return socket.destroy();
        const givenUp = connections.open(socket, address);
        if (givenUp) shares.charge(givenUp.address, crowdingCost);
      });
      server.on('request', (request, response) => {
        const ended = connections.begin(request, response, (connection) => {
          identify(connection, request);
          const fault = faultOf(request);
          if (fault) return refuseRequest(response, fault, headers);
          inTurn(() => inside.answer(request, response, clientOf(connection)), connection.address);
        });
        if (!ended) return;
        shares.charge(ended.address, abuseCost);
        // What it has sent on others is not even read: each request would cost what it takes to forget it.
        if (shares.leftTo(ended.address) < readDownTo) connections.endAllOf(ended.address);
      });
      // Node refuses what else is expected by itself, past the door; RFC 9110 section 10.1.1 has it ignored as well.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response));
      server.on('upgrade', (request, socket, head) => {
        // A connection that breaks is nobody's failure, and without a listener it would end the process.
        socket.on('error', () => socket.destroy());
        const connection = connections.of(request.socket);
        const fault = faultOf(request);
        if (!connection || fault) return refuseBytes(socket, fault ?? 400, headers);
        identify(connection, request);
        connection.state = 'live';
        const client = clientOf(connection);
        const open = async () => inside.live(request, socket, head, client);
        inTurn(() => void client.admit(open).catch(() => socket.destroy()), connection.address);
      });
      server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
        const isAnswering = connections.of(socket as never)?.state === 'answering';
        if (isAnswering || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
        else refuseBytes(socket, statuses[error.code ?? ''] ?? 400, headers);
      });
    },
    /** How many requests wait for their turn, and how many connections are open. */
    load: () => ({
      waiting: Object.values(queues).reduce((sum, queue) => sum + queue.waiting(), 0),
      connections: connections.count(),
    }),
    close: () => clearInterval(sweep),
  };
}
