import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { globSync, readFileSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileLocation, storeFolders } from '#backend/storage/files.ts';
import { keyHeaders } from '../../tests/support/clients.ts';
import { openPaths } from '../../tests/support/open-files.ts';
import { setUpStorage } from '../../tests/support/storage-setup.ts';
import { createStubSite } from '../../tests/support/stub-site.ts';
import { cacheKeyHeaders, conditionalHeaders, createLibraryData, sendPieces } from './library-data.ts';
import { createResponseCache } from './response-cache.ts';

/** Sizes below one piece, of several pieces, and too large for the cache. */
const sizes = { small: 50_000, middle: 700_000, other: 800_000, large: 6_000_000 };
const setup = setUpStorage([{ $id: 'own', fileSecurity: true }, { $id: 'closed' }]);
/** A server of the backend's app alone, whose responses are the reference for the cached ones of `setup`. */
let app: Server;
beforeAll(async () => {
  app = createServer({ keepAliveTimeout: 65_000 }, getRequestListener(setup.running.backend.app.fetch));
  await once(app.listen(0, 'localhost'), 'listening');
  for (const [name, size] of Object.entries(sizes)) await setup.put('pdfs', name, `${name}.pdf`, size);
});
afterAll(() => app.close().closeAllConnections());

const ids = { projectId: 'minbar', bucketId: 'pdfs' };
const pathOf = (id: string, route = 'view?project=minbar', bucket = 'pdfs') =>
  `/v1/storage/buckets/${bucket}/files/${id}/${route}`;
const port = (target: Server | 'cached') =>
  target === 'cached' ? Number(new URL(setup.running.endpoint).port) : (target.address() as AddressInfo).port;

async function sendRequest(
  target: Server | 'cached',
  path: string,
  { method = 'GET', ...headers }: Record<string, string> = {},
) {
  // Sends the same Host header to both servers, because responses may depend on it.
  const clientRequest = request({
    port: port(target),
    path,
    method,
    headers: { host: 'localhost:1', ...headers },
  });
  const [response] = (await once(clientRequest.end(), 'response')) as [IncomingMessage];
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of response) {
    hash.update(piece);
    size += piece.length;
  }
  const { date: _, ...received } = response.headers;
  return { status: response.statusCode, headers: received, size, bytes: hash.digest('hex') };
}

/** Counts this process's open handles of a stored file. */
function openFiles(id: string): number {
  const { path } = fileLocation(storeFolders(setup.running.dataDir), 'pdfs', id);
  return openPaths().filter((open) => open === path).length;
}

describe('a cached file', () => {
  test.each(
    Object.keys(sizes).flatMap((id): [string, Record<string, string>][] => [
      [pathOf(id), {}],
      [pathOf(id, 'download?project=minbar'), {}],
      [pathOf(id, 'view'), { 'x-appwrite-project': 'minbar' }],
      [pathOf(id), { origin: 'http://localhost:5173' }],
      [pathOf(id), { origin: 'https://elsewhere.example' }],
      [pathOf(id), { 'x-appwrite-response-format': '99.0.0' }],
      [pathOf(id, 'view'), {}],
      [pathOf(id, 'view'), keyHeaders],
      [pathOf(id), { method: 'HEAD' }],
      [pathOf(id), { range: 'bytes=1000-40000' }],
      [pathOf(id), { range: 'bytes=-300000' }],
      [pathOf(id), { range: 'bytes=262143-262144' }],
      [pathOf(id), { range: 'bytes=99999999-' }],
      [pathOf(id), { 'if-none-match': '*' }],
      [pathOf(id), { 'if-match': '"other"' }],
    ]),
  )('%s %j gets the same response as from the backend alone', async (path, headers) => {
    const expected = await sendRequest(app, path, headers);
    // The second request stores a file of 256 kB to 1 MB, so the third is served from the cache.
    for (let time = 1; time <= 3; time += 1)
      expect(await sendRequest('cached', path, headers), `request ${time}`).toEqual(expected);
  });

  test('is not served after it was deleted', async () => {
    await setup.put('pdfs', 'deleted', 'deleted.pdf', sizes.middle);
    expect((await sendRequest('cached', pathOf('deleted'))).status).toBe(200);
    await setup.owner.deleteFile({ bucketId: 'pdfs', fileId: 'deleted' });
    expect((await sendRequest('cached', pathOf('deleted'))).status).toBe(404);
    const { size } = await setup
      .put('pdfs', 'deleted', 'deleted.pdf', 4000)
      .then(() => sendRequest('cached', pathOf('deleted')));
    expect(size).toBe(4000);
  });

  test.each(Object.keys(sizes))('%s: a new name is sent at once', async (id) => {
    await sendRequest('cached', pathOf(id));
    await setup.owner.updateFile({ bucketId: 'pdfs', fileId: id, name: `new ${id}.pdf` });
    const { headers } = await sendRequest('cached', pathOf(id));
    expect(headers['content-disposition']).toBe(`inline; filename="new ${id}.pdf"`);
  });

  test('is refused when its own permissions change', async () => {
    await setup.put('own', 'lesson', 'lesson.pdf', sizes.middle, ['read("any")']);
    const status = async () => (await sendRequest('cached', pathOf('lesson', undefined, 'own'))).status;
    expect([await status(), await status()]).toEqual([200, 200]);
    await setup.owner.updateFile({ bucketId: 'own', fileId: 'lesson', permissions: [] });
    expect(await status()).toBe(404);
  });

  test('that only a key may read is not cached for visitors', async () => {
    await setup.put('closed', 'lesson', 'lesson.pdf');
    const path = pathOf('lesson', 'view', 'closed');
    const visitorHeaders = { 'x-appwrite-project': 'minbar' };
    expect((await sendRequest('cached', path, keyHeaders)).status).toBe(200);
    expect((await sendRequest('cached', path, visitorHeaders)).status).toBe(401);
  });
});

test('limits the pieces sent per tick, however many clients download', async () => {
  let [sentPieces, maxPerTick, isOpen] = [0, 0, true];
  const reader = {
    once() {},
    off() {},
    writeHead() {},
    end() {},
    write(_piece: Buffer, callback: () => void) {
      sentPieces += 1;
      callback();
    },
  } as unknown as ServerResponse;
  async function* pieces() {
    for (let piece = 0; piece < 5; piece += 1) yield Buffer.alloc(1);
  }
  const observe = () => {
    [maxPerTick, sentPieces] = [Math.max(maxPerTick, sentPieces), 0];
    if (isOpen) setImmediate(observe);
  };
  observe();
  await Promise.all(Array.from({ length: 200 }, () => sendPieces(reader, 200, {}, pieces())));
  isOpen = false;
  expect(maxPerTick).toBeGreaterThan(1);
  expect(maxPerTick).toBeLessThan(20);
});

test('slow clients hold at most 16 MB of popular files, counted once per file', () => {
  const responses = createResponseCache(() => 1, {}, 2 ** 25);
  const backend = new Hono().get('/v1/*', ({ body }) => body(null));
  const links = { currentFile: () => undefined, formerLesson: () => undefined };
  const data = createLibraryData({ links, backend, responses, origin: 'http://localhost:1', ids });
  const open = (file: number): EventEmitter | undefined => {
    const href = pathOf(`popular-${file}`);
    const request = new Request(`http://localhost:1${href}`);
    const key = `${href}\n${cacheKeyHeaders.map((name) => request.headers.get(name) ?? '').join('\n')}`;
    if (!responses.find(key))
      responses.store(key, { status: 200, headers: {}, body: Buffer.alloc(2 ** 20) }, 1);
    const client = new EventEmitter();
    return data.findCached(request, href, client as ServerResponse) && client;
  };
  const clients = Array.from({ length: 17 }, (_, file) => open(file));
  expect(clients.map((client) => client !== undefined)).toEqual([...Array(16).fill(true), false]);
  const second = open(3);
  expect(second).toBeDefined();
  clients[3]?.emit('close');
  expect(open(16)).toBeUndefined();
  second?.emit('close');
  expect(open(16)).toBeDefined();
});

describe('a file on the disk', () => {
  const pathOnDisk = (id: string) => fileLocation(storeFolders(setup.running.dataDir), 'pdfs', id).path;

  test('that is too large for the cache and was deleted responds 404', async () => {
    await setup.put('pdfs', 'taken', 'taken.pdf', sizes.large);
    expect((await sendRequest('cached', pathOf('taken'))).status).toBe(200);
    unlinkSync(pathOnDisk('taken'));
    expect((await sendRequest('cached', pathOf('taken'))).status).toBe(404);
  });

  test('that was truncated responds 404, and one that was replaced by hand is served', async () => {
    await setup.put('pdfs', 'cut', 'cut.pdf', sizes.large);
    expect((await sendRequest('cached', pathOf('cut'))).status).toBe(200);
    truncateSync(pathOnDisk('cut'), 1_000_000);
    expect((await sendRequest('cached', pathOf('cut'))).status).toBe(404);
    writeFileSync(pathOnDisk('cut'), Buffer.alloc(sizes.large, 'x'));
    expect((await sendRequest('cached', pathOf('cut'))).size).toBe(sizes.large);
  });

  test.skipIf(process.platform !== 'linux')(
    'is closed when its client disconnects (needs Linux)',
    async () => {
      for (const id of ['middle', 'large']) {
        const clientRequest = request({
          port: port('cached'),
          path: pathOf(id, 'view?project=minbar&now'),
        }).end();
        const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
        await once(response, 'data');
        clientRequest.destroy();
        await expect.poll(() => openFiles(id)).toBe(0);
      }
    },
  );
});

test('the cache key has each header that the backend reads, except those of writes and conditions', () => {
  const backend = join(import.meta.dirname, '../backend');
  const writeHeaders = ['x-appwrite-timestamp', 'x-appwrite-id', 'content-range', 'sec-fetch-site'];
  const headersRead = globSync('**/*.ts', { cwd: backend })
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) => [
      ...readFileSync(join(backend, path), 'utf8').matchAll(/\bheader\(\s*'([a-z-]+)'\s*\)/g),
    ])
    .map(([, name = '']) => name);
  // Hono's compression reads this header.
  const relevantHeaders = [...headersRead, 'accept-encoding'].filter(
    (name) => !(conditionalHeaders as readonly string[]).includes(name),
  );
  expect(new Set(relevantHeaders)).toEqual(new Set([...cacheKeyHeaders, ...writeHeaders]));
});

describe('rows', () => {
  const rowsPath = '/v1/tablesdb/library/tables/files/rows?queries%5B0%5D=x';
  let version = 1;
  let requestCount = 0;
  const read = { change: () => {} };
  const backend = new Hono().all('/v1/*', (context) => {
    requestCount += 1;
    read.change();
    context.header('Cache-Control', 'no-store');
    return context.json({ total: requestCount, sender: context.req.header('x-appwrite-key') ?? 'visitor' });
  });
  const links = { currentFile: () => undefined, formerLesson: () => undefined };
  const responses = createResponseCache(() => version, {});
  const data = createLibraryData({ links, backend, responses, origin: 'https://example.org', ids });
  const rows = createStubSite({ responses, data });
  const change = async () => {
    version += 1;
    // The cache reads the version once per tick.
    await new Promise((next) => setImmediate(next));
  };
  beforeEach(async () => {
    await change();
    [requestCount, read.change] = [0, () => {}];
  });

  test('are queried once, and every visitor gets the same bytes', async () => {
    const first = await rows.request(rowsPath);
    const second = await rows.request(rowsPath);
    expect(requestCount).toBe(1);
    expect([...second.headers].sort()).toEqual([...first.headers].sort());
    expect(await second.text()).toBe(await first.text());
  });

  test('are queried again after a change, even one during the query', async () => {
    await rows.request(rowsPath);
    await change();
    read.change = () => {
      version += 1;
    };
    await rows.request(rowsPath);
    read.change = () => {};
    await new Promise((next) => setImmediate(next));
    await rows.request(rowsPath);
    expect(requestCount).toBe(3);
  });

  test.each([
    ['another query', `${rowsPath}2`, {}],
    ['another project', rowsPath, { 'x-appwrite-project': 'other' }],
    ['a key', rowsPath, { 'x-appwrite-key': 'secret' }],
    ['another origin', rowsPath, { origin: 'https://example.com' }],
    ['another encoding', rowsPath, { 'accept-encoding': 'gzip' }],
    ['an older SDK', rowsPath, { 'x-appwrite-response-format': '1.8.0' }],
    ['a write', rowsPath, { method: 'POST' }],
    ['a transaction', `${rowsPath}&transactionId=x`, {}],
  ])(
    'with %s are cached separately or not at all',
    async (_name, path, { method = 'GET', ...headers }: Record<string, string>) => {
      await rows.request(rowsPath);
      await rows.request(path, { method, headers });
      await rows.request(path, { method, headers });
      const isCached = method === 'GET' && !('x-appwrite-key' in headers) && !path.includes('transactionId');
      expect(requestCount).toBe(isCached ? 2 : 3);
    },
  );
});
