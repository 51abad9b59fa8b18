import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Screen } from './terminal.ts';

/*
 * A running site has the data folder, so it runs the owner's commands: each is a connection to a port on this machine alone, with the
 * key of `run.json`. Both sides send objects in JSON, one a line.
 */

/** A command as the owner typed it. */
export interface CommandRequest {
  args: string[];
  env: Record<string, string | undefined>;
  /** The project's folder. */
  root: string;
  isTerminal: boolean;
}

type FromCommand = (CommandRequest & { key: string }) | { answer: string | null } | { stop: true };
type FromSite = { print: string } | { progress: string } | { ask: string } | { end: number };

export type RunCommand = (request: CommandRequest, screen: Screen, signal: AbortSignal) => Promise<number>;

/** Takes the owner's commands at a port on this machine alone. */
export async function listenForCommands(key: string, run: RunCommand) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    void serve(socket, key, run).finally(() => socket.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function serve(socket: Socket, key: string, run: RunCommand): Promise<void> {
  const send = (message: FromSite) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));
  const messages = readMessages<FromCommand>(socket);
  const first = (await messages.next()).value;
  if (!first || !('key' in first) || !isSame(first.key, key)) return;
  const stop = new AbortController();
  let answered: ((answer: string | null) => void) | undefined;
  const screen: Screen = {
    isTerminal: first.isTerminal,
    print: (line) => send({ print: line }),
    progress: (line) => send({ progress: line }),
    ask(question) {
      send({ ask: question });
      return new Promise((resolve) => {
        answered = resolve;
      });
    },
  };
  const listening = (async () => {
    for await (const message of messages) {
      if ('answer' in message) answered?.(message.answer);
      if ('stop' in message) stop.abort();
    }
    // The command's process has ended.
    stop.abort();
    answered?.(null);
  })();
  send({ end: await run(first, screen, stop.signal) });
  socket.end();
  await listening;
}

function isSame(given: unknown, key: string): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(key)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Has a running site run a command, and shows what it says. Rejects if the connection ends before the command. */
export async function runOnSite(
  { port, key }: { port: number; key: string },
  request: Omit<CommandRequest, 'isTerminal'>,
  screen: Screen,
  signal: AbortSignal,
): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const send = (message: FromCommand) => socket.write(`${JSON.stringify(message)}\n`);
  const stop = () => send({ stop: true });
  send({ ...request, isTerminal: screen.isTerminal, key });
  signal.addEventListener('abort', stop);
  try {
    for await (const message of readMessages<FromSite>(socket)) {
      if ('print' in message) screen.print(message.print);
      else if ('progress' in message) screen.progress(message.progress);
      else if ('ask' in message) send({ answer: await screen.ask(message.ask) });
      else return message.end;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
  throw new SiteGone();
}

/** The site ended in the middle of a command. */
export class SiteGone extends Error {
  override name = 'SiteGone';
}

async function* readMessages<Message>(socket: Socket): AsyncGenerator<Message, undefined> {
  for await (const line of createInterface({ input: socket })) yield JSON.parse(line) as Message;
  return undefined;
}
