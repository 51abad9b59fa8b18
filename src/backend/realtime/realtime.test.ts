import { createServer } from 'node:http';
import { expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { listenOnFreePort } from '../../../tests/support/free-port.ts';
import { type Change, createChangeFeed } from '../context.ts';
import { openRealtime } from './realtime.ts';

const SOCKETS = 200;

it('10,000 changes without subscribers are not rendered, serialized or scheduled', async () => {
  const changes = createChangeFeed();
  const realtime = openRealtime(changes, { projectId: 'p', isAllowedOrigin: () => true });
  const server = createServer().on('upgrade', realtime.handleUpgrade);
  const { host } = new URL(await listenOnFreePort(server, 'localhost'));
  const frames: string[] = [];
  const open = () =>
    new Promise<WebSocket>((resolve) => {
      const socket = new WebSocket(`ws://${host}/v1/realtime?project=p&channels[]=files`);
      socket.once('message', () => resolve(socket.on('message', (data) => frames.push(String(data)))));
    });
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, open));

  const renderPayload = vi.fn(() => ({ text: 'x' }));
  const page = (rowId: string): Change => ({
    kind: 'row',
    action: 'create',
    databaseId: 'd',
    tableId: 'pages',
    rowId,
    get payload() {
      return renderPayload();
    },
    readers: ['any'],
  });
  const scheduleSpy = vi.spyOn(globalThis, 'setImmediate');
  const serializeSpy = vi.spyOn(JSON, 'stringify');
  for (let n = 0; n < 10_000; n += 1) changes.emit(page(`row${n}`));
  expect([renderPayload, scheduleSpy, serializeSpy].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  vi.restoreAllMocks();

  // Every socket still receives the events of its channel.
  const file: Change = {
    kind: 'file',
    action: 'create',
    bucketId: 'b',
    fileId: 'f',
    payload: {},
    readers: ['any'],
  };
  changes.emit(file);
  await expect.poll(() => frames.length).toBe(SOCKETS);
  for (const socket of sockets) socket.terminate();
  await realtime.close();
  server.close();
});
