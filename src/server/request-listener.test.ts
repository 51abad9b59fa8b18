import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createKept } from '#backend/kept.ts';
import type { RequestContext } from '#http/request-context.ts';
import { assetAnswers } from '#site/assets.ts';
import type { FetchApp } from '#site/lesson/lesson-app.ts';
import { createPageCache } from '#site/page-cache.ts';
import { everyHeaders, pageHeaders } from '#site/security-headers.ts';
import { plainSite } from '../../tests/support/plain-site.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { createRequestListener, type Listeners } from './request-listener.ts';

/** What the library has been through. */
let version = 1;
const change = () => {
  version += 1;
};
const kept = createKept(() => version);
const cache = createPageCache(kept, pageHeaders([], 'https://example.org'));
const assets = assetAnswers(
  [
    { path: '/assets/x-1.js', type: 'text/javascript', bytes: Buffer.from('x()'), brotli: Buffer.from('br') },
    { path: '/assets/logo-1.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') },
    { path: '/assets/y-1.woff2', type: 'font/woff2', bytes: Buffer.from('font') },
  ],
  everyHeaders('https://example.org'),
);
const siteApp = plainSite({ cache });
const asked: string[] = [];
const backendApp = new Hono().all('/v1/*', (context) => {
  asked.push(context.req.path);
  context.header('Cache-Control', 'no-store');
  return context.json({ total: asked.length, says: context.req.header('x-appwrite-key') ?? 'visitor' });
});
const answers = createKeptAnswers(kept);

/** How many requests of a test were asked of the site's app. */
let appAsked = 0;
const app: FetchApp = {
  fetch(request, env) {
    if (new URL(request.url).pathname.startsWith('/v1/')) return backendApp.fetch(request);
    appAsked += 1;
    return siteApp.fetch(request, env as object);
  },
};
const nothingNow = { pages: { find: () => undefined }, assets: () => undefined };
/** A server that admits everybody at once. */
function open(listeners: Listeners) {
  const listener = createRequestListener(listeners);
  const client = {
    charge: () => {},
    queue: async (work) => work(),
    isConnected: () => true,
  } as RequestContext;
  return createServer((incoming, outgoing) => listener(incoming, outgoing, (enter) => enter(client)));
}
const servers = {
  fast: open({ pages: cache, assets, answers, app }),
  slow: open({ ...nothingNow, answers, app }),
};

interface Received {
  status: number | undefined;
  headers: string[];
  body: string;
}

async function ask(
  server: Server,
  path: string,
  { method = 'GET', ...headers }: Record<string, string> = {},
): Promise<Received> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, path, method, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  const { rawHeaders } = answer;
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && name !== 'Date' ? [`${name.toLowerCase()}: ${rawHeaders[at + 1]}`] : [],
  );
  return { status: answer.statusCode, headers: lines.sort(), body: Buffer.concat(pieces).toString('base64') };
}

beforeAll(async () => {
  // No page is packed anew in the meantime.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  for (const server of Object.values(servers)) {
    server.listen(0, 'localhost');
    await once(server, 'listening');
  }
});
afterAll(() => {
  vi.restoreAllMocks();
  for (const server of Object.values(servers)) server.close().closeAllConnections();
});

describe('the fast path', () => {
  const etag = async () => {
    const { headers } = await ask(servers.slow, '/', { 'accept-encoding': 'br' });
    return headers.find((line) => line.startsWith('etag: '))?.slice('etag: '.length) ?? '';
  };
  test.each([
    // [path, headers, whether the fast path knows it: an unpacked page as long as memory has room]
    ['/', {}, undefined],
    ['/', { 'accept-encoding': 'gzip, deflate, br, zstd' }, true],
    ['/', { 'accept-encoding': 'gzip' }, true],
    ['/', { 'accept-encoding': 'br;q=0, gzip' }, true],
    ['/', { 'accept-encoding': 'br', 'if-none-match': 'W/"x", ETAG' }, true],
    ['/', { 'accept-encoding': 'gzip', 'if-none-match': 'ETAG' }, true],
    ['/', { 'accept-language': 'ar', cookie: 'lang=ar' }, undefined],
    ['/?lang=ar&page=2', { 'accept-encoding': 'br' }, true],
    ['/?page=2&lang=ar', { 'accept-encoding': 'br' }, false],
    ['/?lang=en', { 'accept-encoding': 'br' }, false],
    ['/?', {}, false],
    ['/', { method: 'HEAD', 'accept-encoding': 'br' }, true],
    ['/', { method: 'POST' }, false],
    ['/assets/nothing.js', { 'accept-encoding': 'br' }, false],
    ['/404 en', {}, false],
    ['/nowhere', { 'accept-encoding': 'br' }, false],
    ['/robots.txt', {}, false],
  ])('%s %j is answered byte for byte as by the app', async (path, wanted, known) => {
    const headers = JSON.parse(JSON.stringify(wanted).replace('ETAG', (await etag()).replaceAll('"', '\\"')));
    const target = path.replace(' ', '%20');
    // The first client fills the cache.
    await ask(servers.slow, target, headers);
    appAsked = 0;
    const fast = await ask(servers.fast, target, headers);
    if (known !== undefined) expect(appAsked).toBe(known ? 0 : 1);
    expect(fast).toEqual(await ask(servers.slow, target, headers));
  });

  test('leaves what the cache has forgotten to the app', async () => {
    await ask(servers.fast, '/');
    change();
    appAsked = 0;
    expect((await ask(servers.fast, '/')).status).toBe(200);
    expect(appAsked).toBe(1);
  });
});

test.each([
  ['/assets/x-1.js', {}, 'x()', 3],
  ['/assets/x-1.js?anything', {}, 'x()', 3],
  ['/assets/x-1.js', { 'accept-encoding': 'gzip, br' }, 'br', 2],
  ['/assets/x-1.js', { method: 'HEAD' }, '', 3],
  ['/assets/y-1.woff2', { 'accept-encoding': 'br' }, 'font', 4],
] as const)('the asset %s %j is kept for ever by whoever asks', async (path, wanted, body, length) => {
  const { status, headers, body: sent } = await ask(servers.fast, path, wanted);
  expect([status, Buffer.from(sent, 'base64').toString()]).toEqual([200, body]);
  expect(headers).toContain('cache-control: public, max-age=31536000, immutable');
  expect(headers).toContain(`content-length: ${length}`);
  expect(headers).toContain('x-frame-options: DENY');
});

test('pictures of the site, and only they, may be shown by other sites', async () => {
  const policy = async (path: string) =>
    (await ask(servers.fast, path)).headers.find((line) => line.startsWith('cross-origin-resource-policy'));
  expect(await policy('/assets/logo-1.svg')).toContain('cross-origin');
  expect(await policy('/assets/x-1.js')).toContain('same-origin');
});

test('HTTP/1.0 without a Host is answered, as proxies ask whether a site is well', async () => {
  const { port } = servers.fast.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1' });
  client.end('GET / HTTP/1.0\r\n\r\n');
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  '/robots.txt',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/manifest.webmanifest',
  '/opensearch.xml',
  '/feed.xml?category=none',
  '/opds/nothing',
  '/share/nothing',
  '/en/abcdef',
  '/lesson/',
  '/lesson/here?page=2',
  '/lesson/here.pdf',
  '/health',
  '/metrics',
  '/nowhere',
  '/assets/nothing.js',
  '/v1/health',
])('%s goes through the door, which has its price', (path) => {
  const listener = createRequestListener({ pages: cache, assets, answers, app });
  const incoming = { method: 'GET', url: path, headers: { host: 'example.org' } };
  let admitted = 0;
  listener(incoming as IncomingMessage, {} as ServerResponse, () => {
    admitted += 1;
  });
  expect(admitted).toBe(1);
});

describe('rows', () => {
  const list = '/v1/tablesdb/library/tables/files/rows?queries%5B0%5D=x';
  beforeEach(() => {
    change();
    asked.length = 0;
  });

  test('are asked once, and every visitor has the same bytes', async () => {
    const first = await ask(servers.fast, list);
    const second = await ask(servers.fast, list);
    expect(asked).toHaveLength(1);
    expect(second).toEqual(first);
  });

  test('are asked again after a change', async () => {
    await ask(servers.fast, list);
    change();
    await ask(servers.fast, list);
    expect(asked).toHaveLength(2);
  });

  test('are not kept when a change came while they were read', async () => {
    await answers.ask({ method: 'GET', url: list, headers: {} } as IncomingMessage, () => {
      change();
      return Response.json({});
    });
    await ask(servers.fast, list);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['another question', `${list}2`, {}],
    ['another project', list, { 'x-appwrite-project': 'other' }],
    ['a key', list, { 'x-appwrite-key': 'secret' }],
    ['another origin', list, { origin: 'https://example.com' }],
    ['another encoding', list, { 'accept-encoding': 'gzip' }],
    ['an older SDK', list, { 'x-appwrite-response-format': '1.8.0' }],
    ['a write', list, { method: 'POST' }],
  ])('of %s are its own', async (_name, path, headers) => {
    await ask(servers.fast, list);
    await ask(servers.fast, path, headers);
    expect(asked).toHaveLength(2);
  });

  test.each([
    ['a key', list, { 'x-appwrite-key': 'secret' }],
    ['a transaction', `${list}&transactionId=t`, {}],
    ['a transaction, spelled otherwise', `${list}&transaction%49d=t`, {}],
    ['anything but rows', '/v1/storage/buckets/pdfs/files', {}],
    ['a write', list, { method: 'POST' }],
  ])('of %s are never kept', async (_name, path, headers) => {
    await ask(servers.fast, path, headers);
    await ask(servers.fast, path, headers);
    expect(asked).toHaveLength(2);
  });
});
