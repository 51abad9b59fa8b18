import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createConnections, maxConnections, REQUIRED_OPEN_FILES } from './connections.ts';

let time: number;
let connections: ReturnType<typeof createConnections>;
let server: Server;
let respond: RequestListener;
let clients: Socket[];
/** The server's sockets, in the order of their connections. */
let serverSockets: Socket[];
/** Number of connections closed because of too many pipelined requests. */
let refusalCount: number;

beforeEach(async () => {
  [time, clients, serverSockets, refusalCount] = [0, [], [], 0];
  respond = (_request, response) => response.end('here');
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  connections = createConnections({
    maxConnections: 4,
    maxRequests: 1000,
    maxUnreadBytes: 8_000_000,
    maxPipelined: 2,
    maxPipelinedBytes: 1000,
    stalledMs: 60_000,
    bodyMs: 30_000,
    minBytesPerSecond: 100,
  });
  server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (connections.begin(request, response, () => respond(request, response))) refusalCount += 1;
  });
  server.on('connection', (socket) => {
    serverSockets.push(socket);
    connections.open(socket, socket.remoteAddress ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const client of clients) client.destroy();
  server.close().closeAllConnections();
});

/** Opens a connection from one of this machine's addresses and sends `text`. */
async function openClient(localAddress: string, text = ''): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', localAddress });
  client.on('error', () => undefined);
  clients.push(client);
  const accepted = once(server, 'connection');
  await once(client, 'connect');
  await accepted;
  client.write(text);
  return client;
}
const getRequest = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const firstData = async (client: Socket) => String((await once(client, 'data'))[0]);
const expectClosed = (client: Socket) =>
  expect.poll(() => client.destroyed || client.readableEnded).toBe(true);

describe('when there are too many connections', () => {
  test('closes an idle connection of the address with the most connections', async () => {
    let requestCount = 0;
    respond = () => (requestCount += 1);
    const visitor = await openClient('127.0.0.1');
    time += 1;
    const requester = await openClient('127.0.0.2', getRequest);
    await expect.poll(() => requestCount).toBe(1);
    time += 1;
    const [olderClient, newerClient] = [await openClient('127.0.0.2'), await openClient('127.0.0.2')];
    for (const client of [olderClient, newerClient]) client.resume();
    await openClient('127.0.0.3');
    await expectClosed(olderClient);
    expect([visitor, requester, newerClient].map((client) => client.destroyed)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('counts connections behind a proxy for the client address that the proxy reports', async () => {
    respond = (request, response) => {
      const connection = connections.find(request.socket);
      if (connection) connections.assign(connection, String(request.headers['x-for']));
      response.end('here');
    };
    const requestAs = (address: string) => getRequest.replace('\r\n\r\n', `\r\nX-For: ${address}\r\n\r\n`);
    const [singleClient, olderClient, newerClient, otherClient] = [
      await openClient('127.0.0.1', requestAs('one')),
      await openClient('127.0.0.1', requestAs('crowd')),
      await openClient('127.0.0.1', requestAs('crowd')),
      await openClient('127.0.0.1', requestAs('other')),
    ];
    await Promise.all([singleClient, olderClient, newerClient, otherClient].map(firstData));
    for (const client of clients) client.resume();
    await openClient('127.0.0.1');
    await expectClosed(olderClient);
    expect([singleClient, newerClient, otherClient].map((client) => client.destroyed)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('a connection', () => {
  test('gets each response only after the previous one was sent', async () => {
    let startCount = 0;
    const finishResponses: (() => void)[] = [];
    respond = (_request, response) => {
      startCount += 1;
      finishResponses.push(() => response.end('here'));
    };
    const client = await openClient('127.0.0.1', getRequest.repeat(3));
    for (const count of [1, 2, 3]) {
      await expect.poll(() => startCount).toBe(count);
      finishResponses[count - 1]?.();
      expect(await firstData(client)).toContain('here');
    }
  });

  test.each([
    ['requests', getRequest.repeat(50)],
    ['bytes', getRequest.replace('\r\n\r\n', `\r\nX-Long: ${'x'.repeat(600)}\r\n\r\n`).repeat(3)],
  ])('is closed when it pipelines too many %s, without further responses', async (_unit, text) => {
    let startCount = 0;
    respond = () => (startCount += 1);
    const client = await openClient('127.0.0.1', text);
    client.resume();
    await expectClosed(client);
    expect([startCount, refusalCount]).toEqual([1, 1]);
  });
});

describe('memory', () => {
  test('is limited by closing a connection with too many unread bytes', async () => {
    // More than the system buffers for a client that reads nothing.
    const largeBody = Buffer.alloc(20_000_000);
    respond = (request, response) => response.end(request.url === '/large' ? largeBody : 'here');
    const greedyClient = await openClient('127.0.0.2', getRequest.replace('/ ', '/large '));
    greedyClient.pause();
    const isClosed = () => {
      connections.freeMemory();
      return serverSockets[0]?.destroyed;
    };
    await expect.poll(isClosed).toBe(true);
    const visitor = await openClient('127.0.0.1', getRequest);
    expect(await firstData(visitor)).toContain('here');
  });

  test('is released if a client reads nothing for a minute, but not if it has read something', async () => {
    respond = (_request, response) => response.end(Buffer.alloc(7_000_000));
    const [stalledClient, slowClient] = [
      await openClient('127.0.0.1', getRequest),
      await openClient('127.0.0.1', getRequest),
    ];
    stalledClient.pause();
    slowClient.pause();
    await expect.poll(() => serverSockets.every((socket) => socket.writableLength > 0)).toBe(true);
    connections.sweep();
    time += 61_000;
    slowClient.resume();
    await expect.poll(() => serverSockets[1]?.writableLength).toBe(0);
    connections.sweep();
    expect(serverSockets.map((socket) => socket.destroyed)).toEqual([true, false]);
  });

  test('of a request body is released if it arrives too slowly for half a minute', async () => {
    respond = () => undefined;
    const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n';
    await openClient('127.0.0.1', post);
    await openClient('127.0.0.2', `${post}${'x'.repeat(5000)}`);
    await openClient('127.0.0.3', `${getRequest}`);
    await expect.poll(() => serverSockets[1]?.bytesRead).toBeGreaterThan(5000);
    await expect.poll(() => serverSockets[2]?.bytesRead).toBeGreaterThan(0);
    time += 31_000;
    connections.sweep();
    expect(serverSockets.map((socket) => socket.destroyed)).toEqual([true, false, false]);
  });
});

test('a response on a closing connection is complete', async () => {
  const client = await openClient('127.0.0.1', getRequest.replace('1.1', '1.0'));
  expect(await text(client)).toMatch(/here$/);
});

test.each([
  [Number.POSITIVE_INFINITY, 2000],
  [1_048_576, 2000],
  [REQUIRED_OPEN_FILES, 2000],
  [1024, 462],
  [256, 78],
  [64, 20],
])('a limit of %d open files allows %d connections', (openFiles, connections) => {
  expect(maxConnections(openFiles)).toBe(connections);
});

/** Returns shell arguments that run a Node program with at most 200 open files. */
const withFewFiles = (program: string) => [
  '-c',
  'ulimit -n 200 && exec "$0" --input-type=module --eval "$1"',
  process.execPath,
  program,
];
const importExpression = (path: string) => `await import(${JSON.stringify(import.meta.resolve(path))})`;

test.skipIf(process.platform === 'win32')('reads the limit of open files from the system', () => {
  const program = `console.log((${importExpression('./connections.ts')}).readOpenFileLimit())`;
  expect(execFileSync('sh', withFewFiles(program), { encoding: 'utf8' })).toBe('200\n');
});

test.skipIf(process.platform === 'win32')(
  'serves a new visitor when many connections exhaust a low limit of open files',
  async () => {
    const server = spawn(
      'sh',
      withFewFiles(`
        const { createAdmission } = ${importExpression('./admission.ts')};
        const { createServer } = await import('node:http');
        const admission = createAdmission({ trustProxy: 'off', concurrency: 1, headers: {} });
        const server = createServer(admission.options);
        admission.guard(server, {
          respond: (_request, response, client) =>
            client.admit(async () => void response.end(String(process.memoryUsage.rss() > 0))),
          isLive: () => false,
          openLive: (_request, socket) => socket.destroy(),
        });
        server.listen(0, '127.0.0.1', () => console.log(server.address().port));`),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void server.kill('SIGKILL'));
    const [output] = await once(server.stdout, 'data');
    const port = Number(output);
    const sockets = Array.from({ length: 300 }, () =>
      connect(port, '127.0.0.1').on('error', () => undefined),
    );
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(await response.text()).toBe('true');
    expect(server.exitCode).toBeNull();
  },
);
