import type { IncomingMessage } from 'node:http';
import type { Kept } from '#backend/kept.ts';
import { piecesOf } from '#backend/storage/file-pieces.ts';
import { type Answer, answerOf } from '#site/answer.ts';

/** Everything of a request that a kept answer depends on, besides its method and URL. */
export const answersDependOn = [
  'host',
  'origin',
  'accept-encoding',
  'x-appwrite-project',
  'x-appwrite-key',
  'x-appwrite-response-format',
  'x-appwrite-locale',
] as const;

/** With these a part of the file may be asked, or nothing when it is known (RFC 9110 sections 13 and 14). */
export const isCondition = (header: string) => header === 'range' || header.startsWith('if-');

/** An answer larger than this is a program's, asked once. */
const largestAnswer = 256 * 1024;
/** About what an answer's headers take besides its body, which may be nearly empty. */
const overhead = 3 * 1024;

const listOfRows = /^\/v1\/tablesdb\/[^/?]+\/tables\/[^/?]+\/rows(?:\?|$)/;
const bytesOfFile =
  /^\/(?:v1\/storage\/buckets\/[^/?]+\/files\/[^/?]+\/(?:view|download)|lesson\/[^/?]+\.pdf)(?:\?|$)/;

/** Any visitor who asks this is given the same; a key sees what visitors do not. */
function isForAll({ method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'GET' || headers['x-appwrite-key'] !== undefined) return false;
  if (bytesOfFile.test(url)) return !Object.keys(headers).some(isCondition);
  return listOfRows.test(url);
}

function questionOf({ url, headers }: IncomingMessage): string {
  let question = url ?? '';
  // No header's value holds a line break (RFC 9110 section 5.5).
  for (const name of answersDependOn) question += `\n${headers[name] ?? ''}`;
  return question;
}

/**
 * What visitors ask of the embedded backend: lists of rows and whole files, kept as long as the library stays as it is. A kept
 * answer costs no search, so it is not counted against whoever asks.
 */
export function createKeptAnswers(kept: Kept) {
  const answers = kept.shelf<Answer>('answer', ({ body }) => overhead + (body?.length ?? 0), {
    answers: true,
  });
  return {
    find: (request: IncomingMessage) => (isForAll(request) ? answers.find(questionOf(request)) : undefined),
    /**
     * Asks, and keeps the answer when the next visitor may have it too. That, and every larger file, comes as it is sent: what a
     * `Response` is made of is copied when it is made and when it is read.
     */
    async ask(request: IncomingMessage, ask: () => Response | Promise<Response>) {
      const version = kept.version();
      const asked = await ask();
      const { url = '' } = request;
      // A transaction sees what is not there yet.
      const isOfTransaction = () => new URLSearchParams(url.slice(url.indexOf('?'))).has('transactionId');
      const isKept = asked.status === 200 && isForAll(request) && !isOfTransaction();
      const pieces = piecesOf(asked);
      if (!isKept && !pieces) return { response: asked };
      const headers = Object.fromEntries(asked.headers);
      // A body says its length itself.
      if (!pieces) delete headers['content-length'];
      const body = pieces ? undefined : Buffer.from(await asked.arrayBuffer());
      const answer = { ...answerOf(asked.status, headers, body), pieces };
      if (isKept && (body?.length ?? 0) <= largestAnswer) answers.keep(questionOf(request), answer, version);
      return { answer };
    },
  };
}
