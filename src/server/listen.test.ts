import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SiteEnv } from '#site/site-env.ts';
import { createAdmission } from './admission/admission.ts';
import { createListener, listen, listeningFailure } from './listen.ts';
import { messagesIn } from './messages.ts';

test('a port that is taken is told in the language of the owner, with what to do', async () => {
  const other = createServer().listen(0, 'localhost');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const [error] = await once(createServer().listen(port, 'localhost'), 'error').catch((thrown) => [thrown]);
  other.close();
  for (const language of ['en', 'ar'] as const) {
    const { message } = listeningFailure(error, { host: 'localhost', port }, messagesIn(language));
    expect(message).toContain(`PORT=${port + 1} npm start`);
  }
});

test('an error that nobody foresaw stays as it is', () => {
  const error = new Error('unknown');
  expect(listeningFailure(error, { host: 'localhost', port: 1 }, messagesIn('en'))).toBe(error);
});

test('a connection that the system has no room for is told of and ends nothing', async () => {
  const errorSpy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = createServer((_request, response) => response.end('here'));
  const url = await listen(server, { host: '127.0.0.1', port: 0 }, messagesIn('en'));
  onTestFinished(() => void server.close());
  server.emit('error', new Error('accept EMFILE'));
  expect(errorSpy.mock.calls).toEqual([['A connection could not be taken:', 'accept EMFILE']]);
  expect(await (await fetch(url)).text()).toBe('here');
});

/** Number of connections that the system lets wait for a server (Linux: listen(2)). */
function mostOfTheSystem(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 0;
  }
}

/** A thread that opens connections, counts those the system has accepted, and reports when all are. */
const crowd = `
  const { workerData: { port, count, taken } } = require('node:worker_threads');
  for (let one = 0; one < count; one += 1)
    require('node:net').connect(port, '127.0.0.1', () => {
      if (Atomics.add(taken, 0, 1) === count - 1) Atomics.notify(taken, 0);
    }).on('error', () => undefined);
`;

test.skipIf(mostOfTheSystem() < 4096)('a thousand who come in one instant find a place each', async () => {
  const server = createServer();
  await listen(server, { host: '127.0.0.1', port: 0 }, messagesIn('en'));
  const { port } = server.address() as AddressInfo;
  const [count, counters] = [1000, new Int32Array(new SharedArrayBuffer(4))];
  const worker = new Worker(crowd, { eval: true, workerData: { port, count, taken: counters } });
  onTestFinished(async () => {
    await worker.terminate();
    server.close().closeAllConnections();
  });
  await once(worker, 'online');
  // This thread accepts no connection before that.
  const end = performance.now() + 5000;
  for (let now = 0; now < count && performance.now() < end; now = Atomics.load(counters, 0))
    Atomics.wait(counters, 0, now, 100);
  expect(Atomics.load(counters, 0)).toBe(count);
});

test('a request of HTTP/1.0 without a Host is answered, as proxies ask whether a site is well', async () => {
  const admission = createAdmission({ trustProxy: 'off', width: 1, headers: {} });
  const server = createServer(admission.options);
  const app = new Hono<SiteEnv>().get('/health', (context) => context.text('well'));
  admission.guard(server, { answer: createListener(app), isLive: () => false, live: () => {} });
  await listen(server, { host: '127.0.0.1', port: 0 }, messagesIn('en'));
  onTestFinished(() => {
    server.close().closeAllConnections();
    admission.close();
  });
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  client.end('GET /health HTTP/1.0\r\n\r\n');
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 .*well$/s);
});
