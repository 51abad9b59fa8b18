import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Visit } from '#backend/visit.ts';
import { lessonIn } from '#contract/lesson-path.ts';
import { embeddedEndpoint } from '#settings/config.ts';
import { sendAnswer } from './answer.ts';
import type { AssetAnswers } from './assets.ts';
import type { Admit } from './door/door.ts';
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts';
import type { FetchApp } from './lesson/lesson-app.ts';
import type { PageCache } from './page-cache.ts';
import { sendFile } from './send-file.ts';

export interface Listeners {
  pages: Pick<PageCache, 'find'>;
  assets: AssetAnswers;
  siteApp: FetchApp;
  /** The embedded backend, when there is one, and what is kept of its answers. */
  backend: { app: FetchApp; answers: KeptAnswers } | undefined;
}

/** Answers each request: at once with what is kept, else by the backend's app or the site's, whose answer is the same. */
export function createRequestListener({ pages, assets, siteApp, backend }: Listeners) {
  const visits = new WeakMap<IncomingMessage, Visit>();

  const listener = getRequestListener(async (request, exchange) => {
    const { incoming, outgoing } = exchange as HttpBindings;
    const env = { incoming, outgoing, visit: visits.get(incoming) };
    const { pathname } = new URL(request.url);
    const isBackend = pathname.startsWith(`${embeddedEndpoint}/`) || lessonIn(pathname) !== undefined;
    if (!backend || !isBackend) return siteApp.fetch(request, env);
    const asked = await backend.answers.ask(incoming, () => backend.app.fetch(request, env));
    if ('response' in asked) return asked.response;
    await send(outgoing, asked.answer);
    return RESPONSE_ALREADY_SENT;
  });

  /**
   * An asset or a page, without making a `Request` or reading the URL: a page's key is its canonical address, and every other
   * spelling of it goes to the app. Node leaves the body out where only the headers are asked for.
   */
  const findNow = ({ method = '', url = '', headers }: IncomingMessage) => {
    if (!['GET', 'HEAD'].includes(method) || !url.startsWith('/')) return undefined;
    const acceptEncoding = headers['accept-encoding'] as string | undefined;
    return (
      assets(url, acceptEncoding) ??
      pages.find(url, { acceptEncoding, ifNoneMatch: headers['if-none-match'] })
    );
  };

  return (request: IncomingMessage, response: ServerResponse, admit: Admit): void => {
    const byApp = () =>
      admit((visit) => {
        visits.set(request, visit);
        void listener(request, response);
      });
    const known: KeptAnswer | undefined = findNow(request) ?? backend?.answers.find(request);
    // What cannot be read is no longer as it was kept: the app finds out what there is to say.
    if (known) send(response, known)?.catch(byApp);
    else byApp();
  };
}

/** Resolves when the last piece of a file has left; other answers are sent at once. */
function send(response: ServerResponse, answer: KeptAnswer): Promise<void> | undefined {
  if (answer.pieces) return sendFile(response, answer, answer.pieces());
  sendAnswer(response, answer);
  return undefined;
}
