import type { IncomingMessage } from 'node:http';
import { type Answer, answerOf } from './answer.ts';
import { createBoundedCache } from './bounded-cache.ts';

/** Everything of a request that an answer of rows depends on, besides its method and URL. */
export const answersDependOn = [
  'host',
  'origin',
  'accept-encoding',
  'x-appwrite-project',
  'x-appwrite-key',
  'x-appwrite-response-format',
] as const;

/** Said to one visitor, not to all who ask the same. */
const personal = /^x-ratelimit-/;
const listOfRows = /^\/v1\/tablesdb\/[^/?]+\/tables\/[^/?]+\/rows(?:\?|$)/;
/** An answer larger than this is a program's, asked once. */
const largestAnswer = 256 * 1024;
/** About what an answer's headers and question take besides its body, which may be nearly empty. */
const overhead = 3 * 1024;

/**
 * What visitors ask of the embedded backend's tables, kept until a row changes. A kept answer costs no search, so it is
 * not counted against whoever asks.
 */
export interface RowsCache {
  find(request: IncomingMessage): Answer | undefined;
  /** Asks, and keeps the answer when the next visitor may have it too. */
  ask(request: IncomingMessage, ask: () => Response | Promise<Response>): Promise<Response>;
  clear(): void;
}

function questionOf({ url, headers }: IncomingMessage): string {
  let question = url ?? '';
  // No header's value holds a line break (RFC 9110 section 5.5).
  for (const name of answersDependOn) question += `\n${headers[name] ?? ''}`;
  return question;
}

/** A key sees what visitors do not, and a transaction what is not there yet. */
function isForAll({ method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'GET' || !listOfRows.test(url) || headers['x-appwrite-key'] !== undefined) return false;
  return !new URLSearchParams(url.slice(url.indexOf('?'))).has('transactionId');
}

export function createRowsCache(largestBytes: number): RowsCache {
  const answers = createBoundedCache<Answer>(largestBytes, ({ body }) => overhead + (body?.length ?? 0));
  let generation = 0;
  return {
    find: (request) => (request.method === 'GET' ? answers.get(questionOf(request)) : undefined),
    async ask(request, ask) {
      const begun = generation;
      const response = await ask();
      if (response.status !== 200 || !isForAll(request)) return response;
      const body = Buffer.from(await response.arrayBuffer());
      // A change that was committed meanwhile may be missing from it.
      if (begun === generation && body.length <= largestAnswer) {
        const headers = [...response.headers].filter(([name]) => !personal.test(name));
        answers.set(questionOf(request), answerOf(response.status, Object.fromEntries(headers), body));
      }
      return new Response(body, response);
    },
    clear() {
      generation += 1;
      answers.clear();
    },
  };
}
