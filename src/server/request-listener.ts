import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { RequestContext } from '#http/request-context.ts';
import { sendAnswer } from '#site/answer.ts';
import type { assetAnswers } from '#site/assets.ts';
import type { FetchApp } from '#site/lesson/lesson-app.ts';
import type { PageCache } from '#site/page-cache.ts';
import type { Admit } from './door/door.ts';
import type { createKeptAnswers } from './kept-answers.ts';

export interface Listeners {
  pages: Pick<PageCache, 'find'>;
  assets: ReturnType<typeof assetAnswers>;
  /** What is kept of the app's other answers. */
  answers: ReturnType<typeof createKeptAnswers>;
  /** Answers everything, also what is kept. */
  app: FetchApp;
}

/** Answers each request: at once with what is kept, else by the app, whose answer is the same. */
export function createRequestListener({ pages, assets, answers, app }: Listeners) {
  const clients = new WeakMap<IncomingMessage, RequestContext>();

  const listener = getRequestListener(
    async (request, exchange) => {
      const { incoming, outgoing } = exchange as HttpBindings;
      const env = { incoming, outgoing, client: clients.get(incoming) };
      const asked = await answers.ask(incoming, () => app.fetch(request, env));
      if (asked.response) return asked.response;
      await sendAnswer(outgoing, asked.answer);
      return RESPONSE_ALREADY_SENT;
      // A request of HTTP/1.0, such as a proxy's health check, may have no Host.
    },
    { hostname: 'localhost' },
  );

  return (request: IncomingMessage, response: ServerResponse, admit: Admit): void => {
    const byApp = () =>
      admit((client) => {
        clients.set(request, client);
        void listener(request, response);
      });
    const { method = '', url = '', headers } = request;
    const isRead = ['GET', 'HEAD'].includes(method) && url.startsWith('/');
    // Without making a `Request` or reading the URL: a page's key is its canonical address, and every other spelling of it goes to the
    // app. Node leaves the body out where only the headers are asked for.
    const page = isRead ? (assets(url, headers) ?? pages.find(url, headers)) : undefined;
    const known = page ?? answers.find(request);
    // What cannot be read is no longer as it was kept: the app finds out what there is to say.
    if (known) sendAnswer(response, known)?.catch(byApp);
    else byApp();
  };
}
