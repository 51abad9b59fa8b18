import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, vi } from 'vitest';
import { ApiError } from '#http/api-error.ts';
import type { RequestContext } from '#http/request-context.ts';
import { createAdmission } from '../../src/server/admission/admission.ts';

/** Returns the text of a GET request. `moreHeaders` are header lines, each with its line break. */
export const requestText = (path = '/', moreHeaders = '') =>
  `GET ${path} HTTP/1.1\r\nHost: example.org\r\n${moreHeaders}\r\n`;

/**
 * Starts a server behind admission for each test of a file. `/cached` is cached, a WebSocket to `/live` is a live connection, and other
 * paths run `work` and respond with `here`, or with `later` if admission refuses them.
 */
export function startGuardedServer() {
  let admission: ReturnType<typeof createAdmission>;
  let server: Server;
  const initialState = () => ({
    clients: [] as Socket[],
    /** Events of live connections: `open` and `closed`. */
    liveEvents: [] as string[],
    /** Number of reports of an untrusted proxy. */
    untrustedReports: 0,
    /** Addresses of the clients whose requests reached the handler, in order. */
    started: [] as (string | undefined)[],
    /** The work of an uncached request. */
    work: (client: RequestContext): void => client.charge(),
  });
  const guarded = {
    ...initialState(),
    get server() {
      return server;
    },
    /** Opens a connection to the server. */
    open(localAddress = '127.0.0.1'): Socket {
      const { port } = server.address() as AddressInfo;
      const client = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
      guarded.clients.push(client);
      return client;
    },
    /** Sends a text, ends the sending side, and returns everything received until the connection ends. */
    async send(text: string, localAddress?: string): Promise<string> {
      const client = guarded.open(localAddress);
      client.end(text);
      return readText(client);
    },
    /** Requests a path and keeps the sending side open. Returns the response with its headers, however long it takes. */
    async fetch(path: string, localAddress: string): Promise<string> {
      const client = guarded.open(localAddress);
      client.write(requestText(path, 'Connection: close\r\n'));
      return readText(client);
    },
  };

  beforeEach(async () => {
    Object.assign(guarded, initialState());
    admission = createAdmission({
      trustProxy: 'off',
      concurrency: 1,
      headers: { 'X-Frame-Options': 'DENY' },
      onUntrustedProxy() {
        guarded.untrustedReports += 1;
      },
    });
    server = createServer(admission.options);
    admission.guard(server, {
      respond(request, response, client) {
        guarded.started.push(request.socket.remoteAddress);
        if (request.url === '/cached') return response.end('cached');
        const work = async () => {
          guarded.work(client);
          response.end('here');
        };
        client.admit(work).catch((error) => {
          if (!(error instanceof ApiError)) throw error;
          response.writeHead(error.code, { 'Retry-After': error.values.retryAfter ?? '' }).end('later');
        });
      },
      isLive: ({ url, headers }) => url === '/live' && headers.upgrade === 'websocket',
      openLive: (_request, socket) => {
        guarded.liveEvents.push('open');
        socket.on('close', () => guarded.liveEvents.push('closed'));
        socket.on('end', () => socket.end()).resume();
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    vi.useRealTimers();
    for (const client of guarded.clients) client.destroy();
    server.close().closeAllConnections();
    admission.close();
  });
  return guarded;
}
