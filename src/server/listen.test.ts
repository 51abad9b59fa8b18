import dns from 'node:dns';
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
import { createListener, explainListenFailure, listen } from './listen.ts';
import { messagesIn } from './messages.ts';

test('reports a port in use in the owner’s language, with a command that avoids it', async () => {
  const occupant = createServer().listen(0, 'localhost');
  await once(occupant, 'listening');
  const { port } = occupant.address() as AddressInfo;
  const [error] = await once(createServer().listen(port, 'localhost'), 'error').catch((thrown) => [thrown]);
  occupant.close();
  for (const language of ['en', 'ar'] as const) {
    const { message } = explainListenFailure(error, { host: 'localhost', port }, messagesIn(language));
    expect(message).toContain(`PORT=${port + 1} npm start`);
  }
});

test('listens on 127.0.0.1 for localhost, even if the system resolves localhost to ::1 first', async () => {
  const lookupSpy = vi.spyOn(dns, 'lookup').mockImplementation(((...args: unknown[]) => {
    const [host, respond] = [args[0], args.at(-1) as (error: null, addresses: dns.LookupAddress[]) => void];
    respond(null, [
      host === 'localhost' ? { address: '::1', family: 6 } : { address: '127.0.0.1', family: 4 },
    ]);
  }) as typeof dns.lookup);
  onTestFinished(() => lookupSpy.mockRestore());
  const server = createServer();
  const url = await listen(server, { host: 'localhost', port: 0 }, messagesIn('en'));
  onTestFinished(() => void server.close());
  const { address, port } = server.address() as AddressInfo;
  expect({ address, url }).toEqual({ address: '127.0.0.1', url: `http://localhost:${port}` });
});

test('logs a connection that cannot be accepted and continues', async () => {
  const errorSpy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = createServer((_request, response) => response.end('here'));
  const url = await listen(server, { host: '127.0.0.1', port: 0 }, messagesIn('en'));
  onTestFinished(() => void server.close());
  server.emit('error', new Error('accept EMFILE'));
  expect(errorSpy.mock.calls).toEqual([['A connection could not be accepted:', 'accept EMFILE']]);
  expect(await (await fetch(url)).text()).toBe('here');
});

/** Returns the maximum number of connections that Linux lets wait for a server (listen(2)); 0 on other systems. */
function systemMaxBacklog(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 0;
  }
}

/** Source of a thread that opens connections, counts the accepted ones, and notifies when the system has accepted all of them. */
const clientThread = `
  const { workerData: { port, count, accepted } } = require('node:worker_threads');
  for (let index = 0; index < count; index += 1)
    require('node:net').connect(port, '127.0.0.1', () => {
      if (Atomics.add(accepted, 0, 1) === count - 1) Atomics.notify(accepted, 0);
    }).on('error', () => undefined);
`;

test.skipIf(systemMaxBacklog() < 4096)('accepts 1,000 simultaneous connections', async () => {
  const server = createServer();
  await listen(server, { host: '127.0.0.1', port: 0 }, messagesIn('en'));
  const { port } = server.address() as AddressInfo;
  const [count, counters] = [1000, new Int32Array(new SharedArrayBuffer(4))];
  const worker = new Worker(clientThread, { eval: true, workerData: { port, count, accepted: counters } });
  onTestFinished(async () => {
    await worker.terminate();
    server.close().closeAllConnections();
  });
  await once(worker, 'online');
  // This thread is blocked here, so all connections wait in the backlog.
  const end = performance.now() + 60_000;
  for (let now = 0; now < count && performance.now() < end; now = Atomics.load(counters, 0))
    Atomics.wait(counters, 0, now, 100);
  expect(Atomics.load(counters, 0)).toBe(count);
});

test('responds to an HTTP/1.0 request without a Host, such as a proxy’s health check', async () => {
  const admission = createAdmission({ trustProxy: 'off', concurrency: 1, headers: {} });
  const server = createServer(admission.options);
  const app = new Hono<SiteEnv>().get('/health', (context) => context.text('well'));
  admission.guard(server, { respond: createListener(app), isLive: () => false, openLive: () => {} });
  await listen(server, { host: '127.0.0.1', port: 0 }, messagesIn('en'));
  onTestFinished(() => {
    server.close().closeAllConnections();
    admission.close();
  });
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  client.end('GET /health HTTP/1.0\r\n\r\n');
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 .*well$/s);
});
