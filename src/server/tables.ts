import { AppwriteException, type TablesDB } from 'appwrite';
import type { Backend } from '#backend/backend.ts';
import type { Language } from '#contract/language.ts';
import { ApiError } from '#http/api-error.ts';
import type { createLibraryClient } from '#web/library/library-queries.ts';

type Library = ReturnType<typeof createLibraryClient>;
type RowsPage = ReturnType<Backend['readRowsAsVisitor']>;

/** Maximum size of a cached page of rows, in bytes. Larger pages are usually for crawlers, and would evict those of visitors. */
const MAX_CACHED_BYTES = 384 * 1024;
/** Approximate size of a row in addition to its texts, in bytes. */
const ROW_BYTES = 1024;
/** Timeout of requests to a hosted backend in milliseconds; without it, an abandoned request would stay open for five minutes. */
const HOSTED_TIMEOUT_MS = 5000;

const rowsAddress = /\/tablesdb\/([^/]+)\/tables\/([^/]+)\/rows$/;

/**
 * Makes the SDK's client list rows in this process, as a visitor, without the network and its limits. Any other call rejects with a
 * `TypeError`. Returned rows are cached, so callers must not change them.
 *
 * @param language determines the order of names
 */
export function createEmbeddedTables(
  { client, db }: Library,
  language: Language,
  { readRowsAsVisitor, cache }: Pick<Backend, 'readRowsAsVisitor' | 'cache'>,
): TablesDB {
  // Pages repeat requests, such as those for all categories and their lesson counts.
  const pages = cache.namespace<RowsPage>('rows', bytesOf);
  client.call = async (method, { pathname }, _headers, params) => {
    const [, databaseId = '', tableId = ''] = rowsAddress.exec(pathname) ?? [];
    if (method !== 'get' || tableId === '')
      throw new TypeError(`Pages only list rows: ${method} ${pathname}`);
    const { queries = [], total } = params ?? {};
    const key = JSON.stringify([language, databaseId, tableId, total, ...queries]);
    const cached = pages.find(key);
    if (cached) return cached;
    const version = cache.version();
    const page = readPage(() => readRowsAsVisitor({ databaseId, tableId, queries, total }, language));
    if (bytesOf(page) <= MAX_CACHED_BYTES) pages.set(key, page, version);
    return page;
  };
  return db;
}

/** Reads rows, and converts an error of the backend to the SDK's error. */
function readPage(read: () => RowsPage): RowsPage {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new AppwriteException(error.message, error.code, error.type, '');
  }
}

/** Estimates the memory of a page of rows, in bytes. */
function bytesOf({ rows }: RowsPage): number {
  const texts = rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string');
  return texts.reduce((sum, { length }) => sum + 2 * length, rows.length * ROW_BYTES);
}

/** Makes the SDK's client cancel each request after `timeoutMs`, even if its caller no longer waits. Returns its tables. */
export function createHostedTables({ client, db }: Library, timeoutMs = HOSTED_TIMEOUT_MS): TablesDB {
  const prepare = client.prepareRequest.bind(client);
  client.prepareRequest = (...request) => {
    const preparedRequest = prepare(...request);
    preparedRequest.options.signal = AbortSignal.timeout(timeoutMs);
    return preparedRequest;
  };
  return db;
}
