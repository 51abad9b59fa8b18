import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** The one hostile client: all its connections come from one address. */
export interface Hostile {
  readonly port: number;
  readonly host: string;
  /** One of this machine's addresses. */
  readonly address: string;
  /** Aborted when the attack is to end. */
  readonly signal: AbortSignal;
}

export function get(path: string, ...headers: string[]): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;
}

/** Opens a raw connection, whose data is ignored by default. It never fails: the server may end it at any time. */
export function dial({ port, host, address }: Hostile): Socket {
  return connect({ port, host, localAddress: address }).on('error', () => undefined);
}

/** Keeps `count` connections open until the attack is over, each replaced some milliseconds after its end. */
async function keepOpen<Connection>(
  { signal }: Hostile,
  count: number,
  open: (replace: () => void) => Connection,
  close: (connection: Connection) => void,
  pauseMs = 10,
): Promise<void> {
  const connections = new Set<Connection>();
  const openNext = () => {
    if (signal.aborted) return;
    const connection = open(() => {
      connections.delete(connection);
      setTimeout(openNext, pauseMs);
    });
    connections.add(connection);
  };
  for (let at = 0; at < count; at += 1) openNext();
  await sleep(1e8, undefined, { signal }).catch(() => undefined);
  for (const connection of connections) close(connection);
}

export function keepConnections(
  hostile: Hostile,
  count: number,
  use: (socket: Socket) => void,
  pauseMs?: number,
): Promise<void> {
  const open = (replace: () => void) => {
    const socket = dial(hostile);
    socket.once('connect', () => use(socket));
    return socket.once('close', replace);
  };
  return keepOpen(hostile, count, open, (socket) => socket.destroy(), pauseMs);
}

export function keepSockets(
  hostile: Hostile,
  count: number,
  use: (socket: WebSocket) => void,
): Promise<void> {
  const url = `ws://${hostile.host}:${hostile.port}/v1/realtime?project=minbar`;
  const open = (replace: () => void) => {
    const socket = new WebSocket(url, { localAddress: hostile.address });
    socket.on('error', () => undefined);
    socket.once('open', () => use(socket));
    return socket.once('close', replace);
  };
  return keepOpen(hostile, count, open, (socket) => socket.terminate());
}

/** Sends a request on each of `count` connections, and the next one whenever data arrives. */
export function request(hostile: Hostile, count: number, nextRequest: () => string): Promise<void> {
  return keepConnections(hostile, count, (socket) => {
    const send = () => socket.write(nextRequest());
    send();
    socket.on('data', send);
  });
}

/** Writes requests to each of 200 connections as fast as the server accepts them. */
export function flood(hostile: Hostile, text: string): Promise<void> {
  return keepConnections(hostile, 200, (socket) => {
    const write = () => {
      if (!socket.destroyed) socket.resume().write(text, () => setImmediate(write));
    };
    write();
  });
}

/** Writes the beginning of a request on each of 200 connections, and then one piece every second. */
export function drip(hostile: Hostile, beginning: string, piece: string): Promise<void> {
  return keepConnections(hostile, 200, (socket) => {
    socket.write(beginning);
    const timer = setInterval(() => socket.write(piece), 1000);
    socket.once('close', () => clearInterval(timer));
  });
}
