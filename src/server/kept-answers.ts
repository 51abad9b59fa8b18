import type { IncomingMessage } from 'node:http';
import { type FilePart, partOf } from '#backend/storage/file-part.ts';
import { type Answer, answerOf } from './answer.ts';
import { createBoundedCache } from './bounded-cache.ts';

/** Everything of a request that a kept answer depends on, besides its method and URL. */
export const answersDependOn = [
  'host',
  'origin',
  'accept-encoding',
  'x-appwrite-project',
  'x-appwrite-key',
  'x-appwrite-response-format',
] as const;

/** An answer, or all of it but the bytes of a file, which are sent from there. */
export interface KeptAnswer extends Answer {
  readonly part?: FilePart;
}

/**
 * What visitors ask of the embedded backend, kept until something changes. A kept answer costs no search, so it is not
 * counted against whoever asks.
 */
export interface KeptAnswers {
  find(request: IncomingMessage): KeptAnswer | undefined;
  /** Asks, and keeps the answer when the next visitor may have it too. */
  ask(request: IncomingMessage, ask: () => Response | Promise<Response>): Promise<Response>;
  clear(): void;
}

export interface KeptAnswersOptions {
  /** Whether any visitor who asks this is given the same; looked at for GET without a key. */
  isForAll(url: string, headers: IncomingMessage['headers']): boolean;
  largestBytes: number;
  /** Milliseconds after which the backend is asked again though it told of no change. */
  freshFor?: number;
  now?: () => number;
}

/** Said to one visitor, not to all who ask the same. */
const personal = /^x-ratelimit-/;
/** An answer larger than this is a program's, asked once. */
const largestAnswer = 256 * 1024;
/** About what an answer's headers and question take besides its body, which may be nearly empty. */
const overhead = 3 * 1024;

function questionOf({ url, headers }: IncomingMessage): string {
  let question = url ?? '';
  // No header's value holds a line break (RFC 9110 section 5.5).
  for (const name of answersDependOn) question += `\n${headers[name] ?? ''}`;
  return question;
}

async function read(response: Response): Promise<{ answer: KeptAnswer; response: Response }> {
  const part = partOf(response);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !personal.test(name)));
  if (part) return { answer: { ...answerOf(200, headers), part }, response };
  const body = Buffer.from(await response.arrayBuffer());
  // The body says its length itself.
  delete headers['content-length'];
  return { answer: answerOf(200, headers, body), response: new Response(body, response) };
}

export function createKeptAnswers({
  isForAll,
  largestBytes,
  freshFor = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
}: KeptAnswersOptions): KeptAnswers {
  type Kept = { answer: KeptAnswer; until: number };
  const kept = createBoundedCache<Kept>(largestBytes, ({ answer }) => overhead + (answer.body?.length ?? 0));
  let generation = 0;

  /** A key sees what visitors do not. */
  const isKept = ({ method, url = '', headers }: IncomingMessage) =>
    method === 'GET' && headers['x-appwrite-key'] === undefined && isForAll(url, headers);

  return {
    find(request) {
      if (!isKept(request)) return undefined;
      const found = kept.get(questionOf(request));
      return found && now() < found.until ? found.answer : undefined;
    },
    async ask(request, ask) {
      const begun = generation;
      const asked = await ask();
      if (asked.status !== 200 || !isKept(request)) return asked;
      const { answer, response } = await read(asked);
      // A change that was committed meanwhile may be missing from it.
      if (begun === generation && (answer.body?.length ?? 0) <= largestAnswer) {
        kept.set(questionOf(request), { answer, until: now() + freshFor });
      }
      return response;
    },
    clear() {
      generation += 1;
      kept.clear();
    },
  };
}
