import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJsonLog } from './json-log.ts';
import { createWatchApp } from './watch-app.ts';

const key = 'a key of many signs'.replaceAll(' ', '-');
let server: Server;
let lines: string[];
let watch: ReturnType<typeof createWatchApp> | undefined;
beforeEach(async () => {
  lines = [];
  server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  watch?.close();
  server.close().closeAllConnections();
});

function watched(metricsKey?: string, lessons = async () => 7) {
  const log = createJsonLog((line) => lines.push(line));
  const load = () => ({ waiting: 0, connections: 1 });
  const dataDir = process.cwd();
  watch = createWatchApp(server, { lessons, dataDir, load, metricsKey, log });
  return watch.app;
}

test('a site whose library does not answer is not well', async () => {
  const app = watched(undefined, () => Promise.reject(new Error('away')));
  const answer = await app.request('/health');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ status: 'fail', library: { answers: false } });
});

test('a site whose library does not answer is alive', async () => {
  const app = watched(undefined, () => Promise.reject(new Error('away')));
  const answer = await app.request('/health/live');
  expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'pass' }]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('without a key there are no measurements to be had', async () => {
  const app = watched();
  const answer = await app.request('/metrics', { headers: { Authorization: 'Bearer ' } });
  expect(answer.status).toBe(404);
});

test('whoever guesses keys uses up their share', async () => {
  const app = watched(key);
  let spent = 0;
  const client = {
    charge(milliseconds = 0) {
      spent += milliseconds;
    },
  };
  await app.request('/metrics', {}, { client } as never);
  expect(spent).toBe(0);
  await app.request('/metrics', { headers: { Authorization: 'Bearer guessed' } }, { client } as never);
  expect(spent).toBeGreaterThan(1000);
});

test('with one they are for whoever brings it, and count what was asked, not what for', async () => {
  const app = watched(key);
  expect((await app.request('/metrics')).status).toBe(401);
  for (const Authorization of ['', key, `Bearer ${key}k`, `Basic ${key}`, 'Bearer '])
    expect((await app.request('/metrics', { headers: { Authorization } })).status).toBe(401);
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/?search=private`, { headers: { Connection: 'close' } }).then((page) =>
    page.text(),
  );
  const measured = async () => {
    const answer = await app.request('/metrics', { headers: { Authorization: `Bearer ${key}` } });
    return answer.text();
  };
  await expect.poll(measured).toContain('minbar_http_requests_total{kind="page",status="2xx"} 1\n');
  expect(await measured()).not.toContain('private');
  watch?.close();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ message: 'traffic', page: 1, '2xx': 1 }]);
});
