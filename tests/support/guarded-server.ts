import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, vi } from 'vitest';
import { ApiError } from '#http/api-error.ts';
import type { RequestContext } from '#http/request-context.ts';
import { createAdmission } from '../../src/server/admission/admission.ts';

/** A request on a connection, as it is sent. */
export const get = (path = '/', more = '') => `GET ${path} HTTP/1.1\r\nHost: example.org\r\n${more}\r\n`;

/**
 * A server behind admission, new for each test of a file: `/known` is cached, `/live` is a live connection, and other paths cost what
 * `work` says.
 */
export function guardedServer() {
  let admission: ReturnType<typeof createAdmission>;
  let server: Server;
  const untouched = () => ({
    clients: [] as Socket[],
    /** Events of live connections. */
    live: [] as string[],
    /** Number of reports of an untrusted proxy. */
    untrusted: 0,
    /** Clients whose requests were started, in order. */
    begun: [] as (string | undefined)[],
    /** The cost of a request. */
    work: (client: RequestContext): void => client.charge(),
  });
  const guarded = {
    ...untouched(),
    get server() {
      return server;
    },
    come(localAddress = '127.0.0.1'): Socket {
      const { port } = server.address() as AddressInfo;
      const client = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
      guarded.clients.push(client);
      return client;
    },
    /** Returns everything received after sending `words` until the connection ends. */
    async answers(words: string, localAddress?: string): Promise<string> {
      const client = guarded.come(localAddress);
      client.end(words);
      return text(client);
    },
    /** Returns the response to one request, however long it takes. */
    async ask(path: string, localAddress: string): Promise<string> {
      const client = guarded.come(localAddress);
      client.write(get(path, 'Connection: close\r\n'));
      return text(client);
    },
  };

  beforeEach(async () => {
    Object.assign(guarded, untouched());
    admission = createAdmission({
      trustProxy: 'off',
      width: 1,
      headers: { 'X-Frame-Options': 'DENY' },
      onUntrustedProxy() {
        guarded.untrusted += 1;
      },
    });
    server = createServer(admission.options);
    admission.guard(server, {
      respond(request, response, client) {
        guarded.begun.push(request.socket.remoteAddress);
        if (request.url === '/known') return response.end('known');
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
        guarded.live.push('open');
        socket.on('close', () => guarded.live.push('closed'));
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
