import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createConnections, enoughOpenFiles, maxConnections } from './connections.ts';

let time: number;
let connections: ReturnType<typeof createConnections>;
let server: Server;
let answer: RequestListener;
let clients: Socket[];
/** The server's sockets of these connections. */
let ends: Socket[];
/** Requests on one connection that were too many. */
let refusalCount: number;

beforeEach(async () => {
  [time, clients, ends, refusalCount] = [0, [], [], 0];
  answer = (_request, response) => response.end('here');
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  connections = createConnections({
    maxConnections: 4,
    maxRequests: 1000,
    maxUnreadBytes: 8_000_000,
    maxAhead: 2,
    maxAheadBytes: 1000,
    stalledMs: 60_000,
    bodyMs: 30_000,
    minBytesPerSecond: 100,
  });
  server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (connections.begin(request, response, () => answer(request, response))) refusalCount += 1;
  });
  server.on('connection', (socket) => {
    ends.push(socket);
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

/** Opens a connection from one of this machine's addresses and sends `words`. */
async function come(localAddress: string, words = ''): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', localAddress });
  client.on('error', () => undefined);
  clients.push(client);
  const accepted = once(server, 'connection');
  await once(client, 'connect');
  await accepted;
  client.write(words);
  return client;
}
const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const firstData = async (client: Socket) => String((await once(client, 'data'))[0]);
const isEnded = (client: Socket) => expect.poll(() => client.destroyed || client.readableEnded).toBe(true);

describe('when there are too many connections', () => {
  test('the address that has most gives up its own, first those that nobody uses', async () => {
    let requestCount = 0;
    answer = () => (requestCount += 1);
    const visitor = await come('127.0.0.1');
    time += 1;
    const requester = await come('127.0.0.2', get);
    await expect.poll(() => requestCount).toBe(1);
    time += 1;
    const [older, newer] = [await come('127.0.0.2'), await come('127.0.0.2')];
    for (const client of [older, newer]) client.resume();
    await come('127.0.0.3');
    await isEnded(older);
    expect([visitor, requester, newer].map((client) => client.destroyed)).toEqual([false, false, false]);
  });

  test('those count for whom the proxy speaks', async () => {
    answer = (request, response) => {
      const connection = connections.of(request.socket);
      if (connection) connections.rename(connection, String(request.headers['x-for']));
      response.end('here');
    };
    const as = (address: string) => get.replace('\r\n\r\n', `\r\nX-For: ${address}\r\n\r\n`);
    const [first, crowd, crowded, other] = [
      await come('127.0.0.1', as('one')),
      await come('127.0.0.1', as('crowd')),
      await come('127.0.0.1', as('crowd')),
      await come('127.0.0.1', as('other')),
    ];
    await Promise.all([first, crowd, crowded, other].map(firstData));
    for (const client of clients) client.resume();
    await come('127.0.0.1');
    await isEnded(crowd);
    expect([first, crowded, other].map((client) => client.destroyed)).toEqual([false, false, false]);
  });
});

describe('one connection', () => {
  test('is answered in turn, each answer when the one before has left', async () => {
    let startCount = 0;
    const finish: (() => void)[] = [];
    answer = (_request, response) => {
      startCount += 1;
      finish.push(() => response.end('here'));
    };
    const client = await come('127.0.0.1', get.repeat(3));
    for (const count of [1, 2, 3]) {
      await expect.poll(() => startCount).toBe(count);
      finish[count - 1]?.();
      expect(await firstData(client)).toContain('here');
    }
  });

  test.each([
    ['many requests', get.repeat(50)],
    ['much', get.replace('\r\n\r\n', `\r\nX-Long: ${'x'.repeat(600)}\r\n\r\n`).repeat(3)],
  ])('ends when %s come ahead, and no further answer is made', async (_what, words) => {
    let startCount = 0;
    answer = () => (startCount += 1);
    const client = await come('127.0.0.1', words);
    client.resume();
    await isEnded(client);
    expect([startCount, refusalCount]).toEqual([1, 1]);
  });
});

describe('what is held', () => {
  test('is bounded for all together: the largest of the address that holds most is ended', async () => {
    // More than the system buffers for a reader who reads nothing.
    const large = Buffer.alloc(20_000_000);
    answer = (request, response) => response.end(request.url === '/large' ? large : 'here');
    const greedy = await come('127.0.0.2', get.replace('/ ', '/large '));
    greedy.pause();
    const isLetGo = () => {
      connections.freeMemory();
      return ends[0]?.destroyed;
    };
    await expect.poll(isLetGo).toBe(true);
    const visitor = await come('127.0.0.1', get);
    expect(await firstData(visitor)).toContain('here');
  });

  test('by a reader who takes nothing for a minute is let go, one who reads slowly stays', async () => {
    answer = (_request, response) => response.end(Buffer.alloc(7_000_000));
    const [still, slow] = [await come('127.0.0.1', get), await come('127.0.0.1', get)];
    still.pause();
    slow.pause();
    await expect.poll(() => ends.every((end) => end.writableLength > 0)).toBe(true);
    connections.sweep();
    time += 61_000;
    slow.resume();
    await expect.poll(() => ends[1]?.writableLength).toBe(0);
    connections.sweep();
    expect(ends.map((end) => end.destroyed)).toEqual([true, false]);
  });

  test('by a body is let go that brings too little in half a minute', async () => {
    answer = () => undefined;
    const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n';
    await come('127.0.0.1', post);
    await come('127.0.0.2', `${post}${'x'.repeat(5000)}`);
    await come('127.0.0.3', `${get}`);
    await expect.poll(() => ends[1]?.bytesRead).toBeGreaterThan(5000);
    await expect.poll(() => ends[2]?.bytesRead).toBeGreaterThan(0);
    time += 31_000;
    connections.sweep();
    expect(ends.map((end) => end.destroyed)).toEqual([true, false, false]);
  });
});

test('the answer of a connection that went on is whole', async () => {
  const client = await come('127.0.0.1', get.replace('1.1', '1.0'));
  expect(await text(client)).toMatch(/here$/);
});

test.each([
  [Number.POSITIVE_INFINITY, 2000],
  [1_048_576, 2000],
  [enoughOpenFiles, 2000],
  [1024, 462],
  [256, 78],
  [64, 20],
])('of %d open files %d are for connections', (openFiles, connections) => {
  expect(maxConnections(openFiles)).toBe(connections);
});

/** A shell command that runs a Node program with at most 200 open files. */
const withFewFiles = (program: string) => [
  '-c',
  'ulimit -n 200 && exec "$0" --input-type=module --eval "$1"',
  process.execPath,
  program,
];
const imported = (path: string) => `await import(${JSON.stringify(import.meta.resolve(path))})`;

test.skipIf(process.platform === 'win32')('the system is asked how many files there may be', () => {
  const program = `console.log((${imported('./connections.ts')}).allowedOpenFiles())`;
  expect(execFileSync('sh', withFewFiles(program), { encoding: 'utf8' })).toBe('200\n');
});

test.skipIf(process.platform === 'win32')(
  'where a process may have few files open, a crowd of connections shuts nobody out',
  async () => {
    const server = spawn(
      'sh',
      withFewFiles(`
        const { createAdmission } = ${imported('./admission.ts')};
        const { createServer } = await import('node:http');
        const admission = createAdmission({ trustProxy: 'off', width: 1, headers: {} });
        const server = createServer(admission.options);
        admission.guard(server, {
          answer: (_request, response, client) =>
            client.admit(async () => void response.end(String(process.memoryUsage.rss() > 0))),
          isLive: () => false,
          live: (_request, socket) => socket.destroy(),
        });
        server.listen(0, '127.0.0.1', () => console.log(server.address().port));`),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void server.kill('SIGKILL'));
    const [output] = await once(server.stdout, 'data');
    const port = Number(output);
    const crowd = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    onTestFinished(() => crowd.forEach((socket) => void socket.destroy()));
    await Promise.all(crowd.map((socket) => once(socket, 'connect')));
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(await answer.text()).toBe('true');
    expect(server.exitCode).toBeNull();
  },
);
