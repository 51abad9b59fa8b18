import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { enoughOpenFiles, mostConnections } from './most-connections.ts';

test.each([
  [Number.POSITIVE_INFINITY, 2000],
  [1_048_576, 2000],
  [enoughOpenFiles, 2000],
  [1024, 462],
  [256, 78],
  [64, 20],
])('of %d open files %d are for connections', (openFiles, connections) => {
  expect(mostConnections(openFiles)).toBe(connections);
});

/** A shell's words that run a program of Node which may have 200 files open. */
const withFewFiles = (program: string) => [
  '-c',
  'ulimit -n 200 && exec "$0" --input-type=module --eval "$1"',
  process.execPath,
  program,
];
const imported = (path: string) => `await import(${JSON.stringify(import.meta.resolve(path))})`;

test.skipIf(process.platform === 'win32')('the system is asked how many files there may be', () => {
  const program = `console.log((${imported('./most-connections.ts')}).allowedOpenFiles())`;
  expect(execFileSync('sh', withFewFiles(program), { encoding: 'utf8' })).toBe('200\n');
});

test.skipIf(process.platform === 'win32')(
  'where a process may have few files open, a crowd of connections shuts nobody out',
  async () => {
    const server = spawn(
      'sh',
      withFewFiles(`
        const { createDoor } = ${imported('./door.ts')};
        const { createServer } = await import('node:http');
        const door = createDoor({ trustProxy: 'off', width: 1, headers: {} });
        const server = createServer(door.options);
        door.guard(server, {
          answer: (_request, response, client) =>
            client.admit(async () => void response.end(String(process.memoryUsage.rss() > 0))),
          isLive: () => false,
          live: (_request, socket) => socket.destroy(),
        });
        server.listen(0, '127.0.0.1', () => console.log(server.address().port));`),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void server.kill('SIGKILL'));
    const [printed] = await once(server.stdout, 'data');
    const port = Number(printed);
    const crowd = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    onTestFinished(() => crowd.forEach((one) => void one.destroy()));
    await Promise.all(crowd.map((one) => once(one, 'connect')));
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(await answer.text()).toBe('true');
    expect(server.exitCode).toBeNull();
  },
);
