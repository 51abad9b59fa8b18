import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Screen } from './command.ts';
import { listenForCommands, type RunCommand, runOnSite } from './command-port.ts';

const key = 'the key of this run';
const request = { args: ['history'], env: {} };

let stopping: AbortController;
let run: RunCommand;
let commands: Awaited<ReturnType<typeof listenForCommands>>;
let lines: string[];
let screen: Screen;
beforeEach(async () => {
  stopping = new AbortController();
  run = async () => 0;
  commands = await listenForCommands(key, (...request) => run(...request), stopping.signal);
  lines = [];
  screen = {
    isTerminal: false,
    print: (line) => void lines.push(line),
    progress: () => {},
    ask: () => new Promise(() => {}),
  };
});
afterEach(() => commands.close());

async function connectClient(): Promise<Socket> {
  const socket = connect(commands.port, '127.0.0.1');
  // A connection that the server closes during a message is reset.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const command = () => runOnSite({ port: commands.port, key }, request, screen, new AbortController().signal);

test.each([
  'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'null\n',
  '5\n',
  '{}\n',
  '{"key":{"toString":1}}\n',
  '{"key":"another"}\n',
  '\n',
  'x'.repeat(4 * 1024 * 1024),
])('disconnects a client that sends %.20j, and serves the next one', async (bytes) => {
  run = async () => {
    throw new Error('a client without the key ran a command');
  };
  const socket = await connectClient();
  socket.write(bytes);
  expect(await text(socket).catch(() => '')).toBe('');
  run = async () => 5;
  expect(await command()).toBe(5);
});

test('stops a command that breaks the protocol', async () => {
  const stop = Promise.withResolvers<void>();
  run = async (_, __, signal) => {
    await once(signal, 'abort');
    stop.resolve();
    return 1;
  };
  const socket = await connectClient();
  socket.write(`${JSON.stringify({ ...request, isTerminal: false, key })}\nnonsense\n`);
  await stop.promise;
  run = async () => 5;
  expect(await command()).toBe(5);
});

test('does not wait for the owner’s answer when the site stops', async () => {
  const [questionShown, result] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown[]>()];
  run = async (_, { ask }) => {
    const answer = ask('Publish?');
    questionShown.resolve();
    result.resolve([await answer, await ask('Sure?')]);
    return 3;
  };
  // The owner sees the question and does not answer.
  void command().catch(() => {});
  await questionShown.promise;
  stopping.abort();
  expect(await result.promise).toEqual([null, null]);
});

test('ends the question of a suspended command, so that other commands can run', async () => {
  const receivedAnswer = Promise.withResolvers<unknown>();
  run = async (_, { ask }) => {
    receivedAnswer.resolve(await ask('Publish?'));
    return 3;
  };
  const port = await listenForCommands(key, (...request) => run(...request), stopping.signal, 20);
  void runOnSite({ port: port.port, key }, request, screen, stopping.signal).catch(() => {});
  expect(await receivedAnswer.promise).toBeNull();
  port.close();
});

test('ends a question when the site stops', async () => {
  const questionShown = Promise.withResolvers<void>();
  run = async (_, { ask }, signal) => {
    void ask('Publish?');
    await once(signal, 'abort');
    return 3;
  };
  screen.ask = (_, signal) => {
    questionShown.resolve();
    return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(null)));
  };
  const result = expect(command()).rejects.toThrow('The site stopped responding');
  await questionShown.promise;
  commands.close();
  await result;
});

test('packs an archive in the command’s process', async () => {
  let signal: AbortSignal | undefined;
  run = async (_, { packArchive }, stopped) => {
    signal = stopped;
    return (await packArchive?.()) ?? -1;
  };
  screen.packArchive = async () => 7;
  expect(await command()).toBe(7);

  screen.packArchive = async () => {
    throw new Error('the disk is full');
  };
  await expect(command()).rejects.toThrow('the disk is full');
  await expect.poll(() => signal?.aborted).toBe(true);
});

test('stops a backup whose process is suspended while it packs, so that other commands can run', async () => {
  const packingError = Promise.withResolvers<unknown>();
  run = async (_, { packArchive }) => {
    packingError.resolve(await packArchive?.().catch((error: Error) => error.name));
    return 3;
  };
  screen.packArchive = () => new Promise(() => {});
  const port = await listenForCommands(key, (...request) => run(...request), stopping.signal, 20);
  void runOnSite({ port: port.port, key }, request, screen, stopping.signal).catch(() => {});
  expect(await packingError.promise).toBe('AbortError');
  port.close();
});

test('waits for an archive even if packing takes longer than the time limit for an answer', async () => {
  run = async (_, { packArchive }) => (await packArchive?.()) ?? -1;
  screen.packArchive = () => new Promise((resolve) => setTimeout(resolve, 4000, 7));
  const port = await listenForCommands(key, (...request) => run(...request), stopping.signal, 3000);
  const { signal } = new AbortController();
  expect(await runOnSite({ port: port.port, key }, request, screen, signal, 100)).toBe(7);
  port.close();
});

test('runs a command despite many connections without the key', async () => {
  run = async () => 5;
  const idleSockets = await Promise.all(Array.from({ length: 100 }, connectClient));
  expect(await command()).toBe(5);
  for (const socket of idleSockets) socket.destroy();
});
