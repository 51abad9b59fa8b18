import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Screen } from './command.ts';
import { listenForCommands, type RunCommand, runOnSite } from './command-port.ts';

const key = 'the key of this run';
const request = { args: ['history'], env: {}, root: '/' };

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

async function stranger(): Promise<Socket> {
  const socket = connect(commands.port, '127.0.0.1');
  // A connection that is closed in the middle of a message is reset.
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
])('a client that sends %.20j is disconnected, and the site goes on', async (words) => {
  run = async () => {
    throw new Error('a stranger ran a command');
  };
  const socket = await stranger();
  socket.write(words);
  expect(await text(socket).catch(() => '')).toBe('');
  run = async () => 5;
  expect(await command()).toBe(5);
});

test('a command that breaks the protocol is stopped', async () => {
  const stop = Promise.withResolvers<void>();
  run = async (_, __, signal) => {
    await once(signal, 'abort');
    stop.resolve();
    return 1;
  };
  const socket = await stranger();
  socket.write(`${JSON.stringify({ ...request, isTerminal: false, key })}\nnonsense\n`);
  await stop.promise;
  run = async () => 5;
  expect(await command()).toBe(5);
});

test('a site that stops does not wait for the owner’s answer', async () => {
  const [question, result] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown[]>()];
  run = async (_, { ask }) => {
    const answer = ask('Publish?');
    question.resolve();
    result.resolve([await answer, await ask('Sure?')]);
    return 3;
  };
  // The owner sees the question and does not answer.
  void command().catch(() => {});
  await question.promise;
  stopping.abort();
  expect(await result.promise).toEqual([null, null]);
});

test('a suspended command does not keep the library from others', async () => {
  const ended = Promise.withResolvers<unknown>();
  run = async (_, { ask }) => {
    ended.resolve(await ask('Publish?'));
    return 3;
  };
  const port = await listenForCommands(key, (...request) => run(...request), stopping.signal, 20);
  void runOnSite({ port: port.port, key }, request, screen, stopping.signal).catch(() => {});
  expect(await ended.promise).toBeNull();
  port.close();
});

test('a question ends when the site ends', async () => {
  const isAsked = Promise.withResolvers<void>();
  run = async (_, { ask }, signal) => {
    void ask('Publish?');
    await once(signal, 'abort');
    return 3;
  };
  screen.ask = (_, signal) => {
    isAsked.resolve();
    return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(null)));
  };
  const result = expect(command()).rejects.toThrow('The site stopped responding');
  await isAsked.promise;
  commands.close();
  await result;
});

test('an archive is packed by the process of the person who typed the command', async () => {
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
  await vi.waitFor(() => expect(signal?.aborted).toBe(true));
});

test('connections without the key keep no command out', async () => {
  run = async () => 5;
  const idle = await Promise.all(Array.from({ length: 100 }, stranger));
  expect(await command()).toBe(5);
  for (const socket of idle) socket.destroy();
});
