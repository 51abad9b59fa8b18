import { createServer } from 'node:http';
import { type AppwriteException, Query, type TablesDB } from 'appwrite';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createLibraryClient } from '#web/library/library-queries.ts';
import { setUpBackend } from '../../tests/support/backend-setup.ts';
import { owner } from '../../tests/support/clients.ts';
import { listenOnFreePort } from '../../tests/support/free-port.ts';
import { fillLibrary } from '../../tests/support/library.ts';
import { createEmbeddedTables, createHostedTables } from './tables.ts';

const running = setUpBackend();
let embedded: TablesDB;
let requestCount = 0;
beforeAll(async () => {
  await fillLibrary(owner(running.endpoint));
  const { readRowsAsVisitor, cache } = running.backend;
  const readAndCount: typeof readRowsAsVisitor = (...request) => {
    requestCount += 1;
    return readRowsAsVisitor(...request);
  };
  // No server listens at this address, so every response comes from this process.
  const library = createLibraryClient('http://site.invalid/v1', 'minbar', 'en');
  embedded = createEmbeddedTables(library, 'en', { readRowsAsVisitor: readAndCount, cache });
});

const files = { databaseId: 'library', tableId: 'files' };

test('returns the same rows as over the network', async () => {
  const { db } = createLibraryClient(running.endpoint, 'minbar', 'en');
  expect(await embedded.listRows(files)).toEqual(await db.listRows(files));
});

test('throws the errors of the SDK', async () => {
  const { db } = createLibraryClient(running.endpoint, 'minbar', 'en');
  const failure = async (tables: TablesDB, request: typeof files & { queries?: string[] }) => {
    const error = await tables.listRows(request).catch((error: unknown) => error);
    const { name, message, code, type } = error as AppwriteException;
    return { name, message, code, type };
  };
  const unknown = { databaseId: 'library', tableId: 'nothing' };
  expect(await failure(embedded, unknown)).toMatchObject({
    name: 'AppwriteException',
    code: 404,
    type: 'table_not_found',
  });
  for (const request of [unknown, { ...files, queries: ['nothing'] }, { ...files, tableId: '?' }])
    expect(await failure(embedded, request)).toEqual(await failure(db, request));
});

test('exempts the site’s queries from the limits for visitors', async () => {
  for (let offset = 0; offset < 300; offset += 1)
    await embedded.listRows({ ...files, queries: [Query.offset(offset)] });
});

test('queries the backend again only after the library has changed', async () => {
  const first = await embedded.listRows(files);
  const previousCount = requestCount;
  expect(await embedded.listRows(files)).toEqual(first);
  expect(requestCount).toBe(previousCount);
  const categories = { databaseId: 'library', tableId: 'categories' };
  await embedded.listRows(categories);
  const categoryName = 'Another name';
  await owner(running.endpoint).updateRow({
    databaseId: 'library',
    tableId: 'categories',
    rowId: 'fiqh',
    data: { categoryName },
  });
  expect(JSON.stringify(await embedded.listRows(categories))).toContain(categoryName);
});

test('cancels a request to a hosted backend that hangs', async () => {
  const time = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  onTestFinished(() => timeout.mockRestore());
  const closing = Promise.withResolvers<void>();
  const server = createServer((request) => {
    request.socket.once('close', () => closing.resolve());
    // The timeout expires while the request is open.
    time.abort();
  });
  const endpoint = `${await listenOnFreePort(server)}/v1`;
  onTestFinished(() => void server.close());
  const db = createHostedTables(createLibraryClient(endpoint, 'minbar', 'en'), 50);
  await expect(db.listRows({ databaseId: 'library', tableId: 'files' })).rejects.toThrow();
  await closing.promise;
  expect(timeout).toHaveBeenCalledWith(50);
});
