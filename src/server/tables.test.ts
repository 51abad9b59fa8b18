import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AppwriteException, Query, type TablesDB } from 'appwrite';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { libraryClient } from '#web/library/library-queries.ts';
import { type RunningBackend, startBackend } from '../../tests/support/backend.ts';
import { owner } from '../../tests/support/clients.ts';
import { fillLibrary } from '../../tests/support/library.ts';
import { hostedTables, insideTables } from './tables.ts';

let running: RunningBackend;
let inside: TablesDB;
let requestCount = 0;
beforeAll(async () => {
  running = await startBackend();
  await fillLibrary(owner(running.endpoint));
  const { visitorsRows, cache } = running.backend;
  const counted: typeof visitorsRows = (...request) => {
    requestCount += 1;
    return visitorsRows(...request);
  };
  // No server listens at this address, so every response comes from this process.
  const library = libraryClient('http://site.invalid/v1', 'minbar', 'en');
  inside = insideTables(library, 'en', { visitorsRows: counted, cache });
});
afterAll(() => running.stop());

const files = { databaseId: 'library', tableId: 'files' };

test('questions in the process are answered as over the network', async () => {
  const { db } = libraryClient(running.endpoint, 'minbar', 'en');
  expect(await inside.listRows(files)).toEqual(await db.listRows(files));
});

test('failures are those of the SDK', async () => {
  const { db } = libraryClient(running.endpoint, 'minbar', 'en');
  const failure = async (tables: TablesDB, request: typeof files & { queries?: string[] }) => {
    const error = await tables.listRows(request).catch((error: unknown) => error);
    const { name, message, code, type } = error as AppwriteException;
    return { name, message, code, type };
  };
  const unknown = { databaseId: 'library', tableId: 'nothing' };
  expect(await failure(inside, unknown)).toMatchObject({
    name: 'AppwriteException',
    code: 404,
    type: 'table_not_found',
  });
  for (const request of [unknown, { ...files, queries: ['nothing'] }, { ...files, tableId: '?' }])
    expect(await failure(inside, request)).toEqual(await failure(db, request));
});

test('no limit of visitors counts them', async () => {
  for (let at = 0; at < 300; at += 1) await inside.listRows({ ...files, queries: [Query.offset(at)] });
});

test('the same is asked again only when the library has changed', async () => {
  const first = await inside.listRows(files);
  const before = requestCount;
  expect(await inside.listRows(files)).toEqual(first);
  expect(requestCount).toBe(before);
  const categoryName = 'Another name';
  await owner(running.endpoint).updateRow({
    databaseId: 'library',
    tableId: 'categories',
    rowId: 'fiqh',
    data: { categoryName },
  });
  const categories = { databaseId: 'library', tableId: 'categories' };
  expect(JSON.stringify(await inside.listRows(categories))).toContain(categoryName);
});

test('a hosted backend that hangs has its request canceled', async () => {
  const time = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  onTestFinished(() => timeout.mockRestore());
  const closing = Promise.withResolvers<void>();
  const server = createServer((request) => {
    request.socket.once('close', () => closing.resolve());
    // The time is over while the backend is at work.
    time.abort();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const db = hostedTables(libraryClient(`http://127.0.0.1:${port}/v1`, 'minbar', 'en'), 50);
  await expect(db.listRows({ databaseId: 'library', tableId: 'files' })).rejects.toThrow();
  await closing.promise;
  expect(timeout).toHaveBeenCalledWith(50);
});
