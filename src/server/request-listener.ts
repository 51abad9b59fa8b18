import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { AdmittedClient, SiteEnv } from '#site/site-env.ts';

interface App {
  fetch(request: Request, env: SiteEnv['Bindings']): Response | Promise<Response>;
}

/** Answers Node's requests with an app, which gets the client of each. */
export function createListener(app: App) {
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
