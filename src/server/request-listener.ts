import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { partOf } from '#backend/storage/file-part.ts';
import type { Visit } from '#backend/visit.ts';
import { lessonIn } from '#contract/lesson-path.ts';
import { embeddedEndpoint } from '#settings/config.ts';
import { type Answer, answerOf, sendAnswer } from './answer.ts';
import type { BackendListeners } from './backend-listeners.ts';
import type { Admit } from './door/door.ts';
import { sendFile } from './send-file.ts';

export interface Listeners {
  /** Finds answers of the site that are there already. */
  fastPath(request: IncomingMessage): Answer | undefined;
  siteApp: BackendListeners['app'];
  /** The embedded backend, when there is one. */
  backend: BackendListeners | undefined;
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** Answers each request: at once with what is kept, else by the backend's app or the site's. */
export function createRequestListener({
  fastPath,
  siteApp,
  backend,
}: Listeners): (request: IncomingMessage, response: ServerResponse, admit?: Admit) => void {
  const visits = new WeakMap<IncomingMessage, Visit>();
  const listener = getRequestListener((request, { incoming, outgoing }) => {
    const env = { incoming, outgoing, visit: visits.get(incoming as IncomingMessage) };
    const { pathname } = new URL(request.url);
    const isBackend = pathname.startsWith(`${embeddedEndpoint}/`) || lessonIn(pathname) !== undefined;
    return backend && isBackend ? askBackend(backend, request, env as Exchange) : siteApp.fetch(request, env);
  });
  return (request, response, admit) => {
    const byApp = () => {
      if (!admit) return void listener(request, response);
      admit((visit) => {
        visits.set(request, visit);
        void listener(request, response);
      });
    };
    const known = fastPath(request);
    if (known) return sendAnswer(response, known);
    const answer = backend?.answers.find(request);
    if (!answer || !backend) return byApp();
    if (!answer.part) return sendAnswer(response, answer);
    // What cannot be read is no longer as it was kept: the app finds out what there is to say.
    sendFile(response, answer, backend.pieces.read(answer.part)).catch(byApp);
  };
}

async function askBackend(
  { app, answers, pieces }: BackendListeners,
  request: Request,
  env: Exchange,
): Promise<Response> {
  const { incoming, outgoing } = env;
  const response = await answers.ask(incoming, () => app.fetch(request, env));
  const part = partOf(response);
  if (!part) return response;
  await sendFile(
    outgoing,
    answerOf(response.status, Object.fromEntries(response.headers)),
    pieces.read(part),
  );
  return RESPONSE_ALREADY_SENT;
}
