import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { isSecret } from '#http/secrets.ts';
import { OwnerError } from '../messages/messages.ts';
import { MAX_ANSWER_MS, type Screen } from './command.ts';

/* A running site holds the lock of the data folder, so it runs the owner's commands. A command connects to a local port with
   the key of `run.json`; both sides send JSON objects, one per line. */

/** A command as the owner typed it, with the variables that the site does not set itself. */
export interface CommandRequest {
  args: string[];
  env: Record<string, string | undefined>;
  isTerminal: boolean;
}

/** A command sends `packing` regularly while it packs an archive, which shows that its process is not suspended (Ctrl-Z). */
type FromCommand =
  | (CommandRequest & { key: string })
  | { answer: string | null }
  | { packing: true }
  | { stop: true };
/** `pack` contains no path, because a compromised site must not choose which file the command's process writes. */
type FromSite = { print: string } | { progress: string } | { ask: string } | { pack: true } | { end: number };

export type RunCommand = (request: CommandRequest, screen: Screen, signal: AbortSignal) => Promise<number>;

/** Limits for clients: connections that have not sent the key, length of each message, and time until the first message. */
const MAX_UNAUTHENTICATED_CONNECTIONS = 64;
const MAX_LINE_CHARACTERS = 1024 * 1024;
const MAX_FIRST_LINE_MS = 10_000;
/** Interval between two `packing` messages. */
const PACKING_INTERVAL_MS = 60_000;

/** Accepts the owner's commands at a local port. `stopSignal` ends running commands and their questions. */
export async function listenForCommands(
  key: string,
  run: RunCommand,
  stopSignal: AbortSignal,
  maxAnswerMs = MAX_ANSWER_MS,
) {
  const sockets = new Set<Socket>();
  /** Connections that have not sent the key yet. */
  const unauthenticatedSockets = new Set<Socket>();
  const server = createServer((socket) => {
    // At the limit, closes the oldest of these connections. The owner's command sends its key immediately, so it is not affected.
    const [oldest] = unauthenticatedSockets;
    if (unauthenticatedSockets.size >= MAX_UNAUTHENTICATED_CONNECTIONS) oldest?.destroy();
    for (const set of [sockets, unauthenticatedSockets]) {
      set.add(socket);
      socket.once('close', () => set.delete(socket));
    }
    socket.on('error', () => socket.destroy());
    const runAuthenticated: RunCommand = (...command) => {
      unauthenticatedSockets.delete(socket);
      return run(...command);
    };
    // A rejection means that the connection failed or the client broke the protocol. Commands report their errors themselves.
    serveCommand(socket, key, runAuthenticated, { stopping: stopSignal, maxAnswerMs }).then(
      () => socket.end(),
      () => socket.destroy(),
    );
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

async function serveCommand(
  socket: Socket,
  key: string,
  run: RunCommand,
  { stopping: stopSignal, maxAnswerMs }: { stopping: AbortSignal; maxAnswerMs: number },
): Promise<void> {
  const send = (message: FromSite) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));
  const messages = readMessages<FromCommand>(socket);
  const firstLineTimer = setTimeout(() => socket.destroy(), MAX_FIRST_LINE_MS).unref();
  const firstMessage = (await messages.next()).value;
  clearTimeout(firstLineTimer);
  if (!firstMessage || !('key' in firstMessage) || !isSecret(String(firstMessage.key), [key])) return;
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, stopSignal]);
  let resolveAnswer: ((answer: string | null) => void) | undefined;
  let answerTimer: NodeJS.Timeout | undefined;
  /**
   * Sends a message and returns the answer, or null if the command is stopped or does not answer in time. The site enforces the time
   * limit, because a suspended command (Ctrl-Z) cannot.
   */
  const request = (message: FromSite) => {
    send(message);
    return new Promise<string | null>((resolve) => {
      resolveAnswer = resolve;
      if (signal.aborted) resolve(null);
      answerTimer = setTimeout(resolve, maxAnswerMs, null).unref();
    });
  };
  const screen: Screen = {
    isTerminal: firstMessage.isTerminal,
    print: (line) => send({ print: line }),
    progress: (line) => send({ progress: line }),
    ask: (question) => request({ ask: question }),
    async packArchive() {
      const size = await request({ pack: true });
      if (size === null) stop.abort();
      signal.throwIfAborted();
      return Number(size);
    },
  };
  signal.addEventListener('abort', () => resolveAnswer?.(null));
  const messageLoop = (async () => {
    for await (const message of messages) {
      if ('answer' in message) resolveAnswer?.(message.answer);
      if ('packing' in message) answerTimer?.refresh();
      if ('stop' in message) stop.abort();
    }
  })()
    // An error means that the command's process ended or broke the protocol.
    .catch(() => {})
    .finally(() => stop.abort());
  send({ end: await run(firstMessage, screen, signal) });
  socket.end();
  await messageLoop;
}

/** Runs a command in the running site, shows its output, and returns its exit code. Rejects if the connection ends before the command. */
export async function runOnSite(
  { port, key }: { port: number; key: string },
  request: Omit<CommandRequest, 'isTerminal'>,
  screen: Screen,
  signal: AbortSignal,
  packingReportMs = PACKING_INTERVAL_MS,
): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const send = (message: FromCommand) =>
    void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));
  const packArchive = async () => {
    const reports = setInterval(() => send({ packing: true }), packingReportMs);
    return Promise.resolve(screen.packArchive?.()).finally(() => clearInterval(reports));
  };
  const connectionEnd = new AbortController();
  socket.once('close', () => connectionEnd.abort());
  const stop = () => send({ stop: true });
  send({ ...request, isTerminal: screen.isTerminal, key });
  signal.addEventListener('abort', stop);
  try {
    for await (const message of readMessages<FromSite>(socket)) {
      if ('print' in message) screen.print(message.print);
      else if ('progress' in message) screen.progress(message.progress);
      else if ('ask' in message) send({ answer: await screen.ask(message.ask, connectionEnd.signal) });
      else if ('pack' in message) send({ answer: String(await packArchive()) });
      else return message.end;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
  throw new OwnerError(({ error }) => error.siteStopped);
}

async function* readMessages<Message extends object>(socket: Socket): AsyncGenerator<Message, undefined> {
  let unfinishedLine = '';
  for await (const text of socket.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (unfinishedLine + text).split('\n');
    unfinishedLine = lines.pop() ?? '';
    for (const line of lines) {
      const message: unknown = JSON.parse(line);
      if (typeof message !== 'object' || message === null)
        throw new SyntaxError('A line is not a JSON object.');
      yield message as Message;
    }
    if (unfinishedLine.length > MAX_LINE_CHARACTERS)
      throw new RangeError('A line exceeds the maximum length.');
  }
  return undefined;
}
