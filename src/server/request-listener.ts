import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Answer, sendAnswer } from './answer.ts';
import { embeddedEndpoint } from './config.ts';
import type { RowsCache } from './rows-cache.ts';

interface FetchApp {
  fetch(request: Request, env: unknown): Response | Promise<Response>;
}

export interface Listeners {
  /** Finds answers of the site that are there already. */
  fastPath(request: IncomingMessage): Answer | undefined;
  siteApp: FetchApp;
  /** The embedded backend, when there is one, and what was asked of it. */
  backend: { app: FetchApp; rows: RowsCache } | undefined;
}

/** Answers each request: at once with what is kept, else by the backend's app or the site's. */
export function createRequestListener({ fastPath, siteApp, backend }: Listeners): RequestListener {
  const byApp = getRequestListener((request, env) => {
    const isBackend = backend && new URL(request.url).pathname.startsWith(`${embeddedEndpoint}/`);
    if (!isBackend) return siteApp.fetch(request, env);
    return backend.rows.ask(env.incoming as IncomingMessage, () => backend.app.fetch(request, env));
  });
  return (request, response) => {
    const answer = fastPath(request) ?? backend?.rows.find(request);
    if (answer) sendAnswer(response, answer);
    else void byApp(request, response);
  };
}
