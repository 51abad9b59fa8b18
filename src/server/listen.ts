import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Config } from '#settings/config.ts';
import { ConfigError } from '#settings/config-error.ts';
import type { SiteEnv, UnadmittedClient } from '#site/site-env.ts';
import type { Messages } from './messages.ts';

type ListenAddress = Pick<Config, 'host' | 'port'>;

/** Maximum number of connections that wait to be accepted; the system can set a lower one. Further clients retry after a second. */
const MAX_BACKLOG = 4096;

/**
 * Listens on the configured host and port. Returns the URL to print, with localhost for a host that means every address. Rejects
 * with the error of `explainListenFailure`.
 */
export async function listen(server: Server, address: ListenAddress, messages: Messages): Promise<string> {
  const { host, port } = address;
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(explainListenFailure(error, address, messages));
    server.once('error', fail);
    // On many systems, Node resolves localhost to ::1 only, but proxies also connect to 127.0.0.1.
    server.listen({ port, host: host === 'localhost' ? '127.0.0.1' : host, backlog: MAX_BACKLOG }, () => {
      server.off('error', fail);
      resolve();
    });
  });
  // Without a listener, a connection that cannot be accepted (EMFILE, ENOBUFS) would end the process.
  server.on('error', (error) => console.error('A connection could not be accepted:', error.message));
  const { port: actualPort } = server.address() as AddressInfo;
  const shownHost = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shownHost}:${actualPort}`;
}

/** Returns a `ConfigError` with the message to the owner about a failure to listen, or the error itself if it is unknown. */
export function explainListenFailure(
  error: NodeJS.ErrnoException,
  { host, port }: ListenAddress,
  messages: Messages,
): Error {
  const messageByCode: Record<string, string> = {
    EADDRINUSE: messages.portInUse(port),
    EACCES: messages.portNotPermitted(port),
    ENOTFOUND: messages.unknownHost(host),
    EADDRNOTAVAIL: messages.unknownHost(host),
  };
  const message = messageByCode[error.code ?? ''];
  return message ? new ConfigError(message) : error;
}

/** Creates a handler that passes Node's requests to an app, each with its client. */
export function createListener(app: Pick<Hono<SiteEnv>, 'fetch'>) {
  let client: UnadmittedClient | undefined;
  const listener = getRequestListener(
    (request, exchange) => {
      const { incoming, outgoing } = exchange as HttpBindings;
      return app.fetch(request, { incoming, outgoing, client });
    },
    // An HTTP/1.0 request, such as a proxy's health check, can lack a Host.
    { hostname: 'localhost' },
  );
  return (request: IncomingMessage, response: ServerResponse, admittedClient: UnadmittedClient): void => {
    // The listener calls the app before it returns, so requests cannot mix up their clients.
    client = admittedClient;
    void listener(request, response);
  };
}
