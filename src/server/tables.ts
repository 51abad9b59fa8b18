import { AppwriteException, type TablesDB } from 'appwrite';
import type { Cache } from '#backend/cache.ts';
import type { Language } from '#contract/language.ts';
import type { libraryClient } from '#web/library/library-queries.ts';

type Library = ReturnType<typeof libraryClient>;

/** Longer responses are usually a crawler's; caching them would evict those of visitors. */
const MAX_CACHED_LENGTH = 128 * 1024;
/** No caller of a hosted backend waits longer; without it an abandoned request stays open for five minutes. */
const HOSTED_TIMEOUT_MS = 5000;

/**
 * Creates the embedded backend's tables for rendering, read-only: the official SDK's requests go to the backend in this
 * process, without the network and its limits.
 *
 * @param language decides the order of names
 */
export function insideTables(
  { client, db }: Library,
  language: Language,
  ask: (request: Request) => Response | Promise<Response>,
  cache: Cache,
): TablesDB {
  /** Pages repeat requests: all categories, and how many lessons each has. */
  const answers = cache.namespace<{ data: unknown; bytes: number }>('question', ({ bytes }) => bytes);
  client.call = async (...[method, url, headers, params]) => {
    const { uri, options } = client.prepareRequest(method, url, headers, params);
    const question = `${language} ${uri}`;
    const cached = answers.find(question);
    if (cached) return cached.data;
    const version = cache.version();
    const answer = await ask(new Request(uri, options));
    const text = await answer.text();
    const data = JSON.parse(text);
    if (!answer.ok) throw new AppwriteException(data.message, answer.status, data.type, text);
    // Estimated size of the parsed value.
    if (text.length <= MAX_CACHED_LENGTH) answers.set(question, { data, bytes: 3 * text.length }, version);
    return data;
  };
  return db;
}

/** Creates the tables of a hosted backend. A request that takes too long is canceled, even if its caller is gone. */
export function hostedTables({ client, db }: Library, timeoutMs = HOSTED_TIMEOUT_MS): TablesDB {
  const prepare = client.prepareRequest.bind(client);
  client.prepareRequest = (...request) => {
    const prepared = prepare(...request);
    prepared.options.signal = AbortSignal.timeout(timeoutMs);
    return prepared;
  };
  return db;
}
