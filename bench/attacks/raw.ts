import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The one hostile client: all it does comes from one address. */
export interface Hostile {
  readonly port: number;
  readonly host: string;
  /** Its own address, one of this machine's. */
  readonly address: string;
  /** Aborted when the attack is to end. */
  readonly signal: AbortSignal;
}

/** A raw connection whose data is ignored by default. It never fails: the server may end it at any time. */
export function dial({ port, host, address }: Hostile): Socket {
  return connect({ port, host, localAddress: address }).on('error', () => undefined);
}

export function get(path: string, ...headers: string[]): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;
}

/**
 * Keeps `count` connections in `use` until the attack is over, each replaced some milliseconds after it has ended: a hundred new
 * ones a second for each are enough where it is not they that harm.
 */
export async function keepBusy(
  hostile: Hostile,
  count: number,
  use: (socket: Socket) => void,
  pause = 10,
): Promise<void> {
  const open = new Set<Socket>();
  const one = () => {
    if (hostile.signal.aborted) return;
    const socket = dial(hostile);
    open.add(socket);
    socket.once('connect', () => use(socket));
    socket.once('close', () => {
      open.delete(socket);
      setTimeout(one, pause);
    });
  };
  for (let at = 0; at < count; at += 1) one();
  await untilOver(hostile);
  for (const socket of open) socket.destroy();
}

export async function untilOver({ signal }: Hostile): Promise<void> {
  await sleep(1e8, undefined, { signal }).catch(() => undefined);
}

/** Writes `words` to a socket for as long as it takes them. */
export function pour(socket: Socket, words: () => string): void {
  const more = () => {
    if (!socket.destroyed) socket.write(words(), () => setImmediate(more));
  };
  more();
}
