import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Config } from '#settings/config.ts';
import { ConfigError } from '#settings/config-error.ts';
import type { AdmittedClient, SiteEnv } from '#site/site-env.ts';
import type { Messages } from './messages.ts';

type Place = Pick<Config, 'host' | 'port'>;

/** Limit of connections that wait to be accepted; the system may lower it. Further clients try again after a second. */
const MAX_BACKLOG = 4096;

/** Listens at the configured host and port. Returns the address to show; a host that means every address is shown as localhost. */
export async function listen(server: Server, place: Place, messages: Messages): Promise<string> {
  const { host, port } = place;
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(listeningFailure(error, place, messages));
    server.once('error', fail);
    server.listen({ port, host, backlog: MAX_BACKLOG }, () => {
      server.off('error', fail);
      resolve();
    });
  });
  // The system had no room for this one (EMFILE, ENOBUFS); it may have for the next.
  server.on('error', (error) => console.error('A connection could not be taken:', error.message));
  const { port: actual } = server.address() as AddressInfo;
  const shownHost = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shownHost}:${actual}`;
}

/** Returns the owner's message for an error of listening, or the error itself if it is unknown. */
export function listeningFailure(
  error: NodeJS.ErrnoException,
  { host, port }: Place,
  messages: Messages,
): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: messages.portInUse(port),
    EACCES: messages.portNotPermitted(port),
    ENOTFOUND: messages.unknownHost(host),
    EADDRNOTAVAIL: messages.unknownHost(host),
  };
  const sentence = sentences[error.code ?? ''];
  return sentence ? new ConfigError(sentence) : error;
}

/** Answers Node's requests with an app, which gets the client of each. */
export function createListener(app: Pick<Hono<SiteEnv>, 'fetch'>) {
  let client: AdmittedClient | undefined;
  const listener = getRequestListener(
    (request, exchange) => {
      const { incoming, outgoing } = exchange as HttpBindings;
      return app.fetch(request, { incoming, outgoing, client });
    },
    // A request of HTTP/1.0, such as a proxy's health check, may have no Host.
    { hostname: 'localhost' },
  );
  return (request: IncomingMessage, response: ServerResponse, itsClient: AdmittedClient): void => {
    // The app is called before the listener returns.
    client = itsClient;
    void listener(request, response);
  };
}
