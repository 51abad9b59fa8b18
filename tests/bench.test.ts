import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { dataFiles } from '../bench/harness/data-files.ts';
import { sendMany, WRONG_ADDRESS } from '../bench/harness/visitors.ts';
import { listenOnFreePort } from './support/free-port.ts';
import { readTree } from './support/source-tree.ts';

async function startServer(statusOf: (path: string) => number): Promise<string> {
  const server = createServer(({ url = '' }, response) => response.writeHead(statusOf(url)).end());
  onTestFinished(() => void server.close().closeAllConnections());
  return listenOnFreePort(server);
}

test.each([403, 404, 429, 500])('a measurement fails if a request of a visitor gets %d', async (status) => {
  const url = await startServer((path) => (path === '/lost' ? status : 200));
  await expect(sendMany(url, 100, (index) => (index === 50 ? '/lost' : '/'))).rejects.toThrow(
    `/lost: ${status}`,
  );
});

test('a measurement accepts 404 for wrong addresses, and fails if they are found', async () => {
  const pathOf = (index: number) => (index % 2 ? '/' : `${WRONG_ADDRESS}${index}`);
  const url = await startServer((path) => (path === '/' ? 200 : 404));
  expect(await sendMany(url, 100, pathOf)).toHaveLength(100);
  const welcomingUrl = await startServer(() => 200);
  await expect(sendMany(welcomingUrl, 100, pathOf)).rejects.toThrow(WRONG_ADDRESS);
});

/** Names of unfinished work, which the next process finishes or removes, and of a damaged file that was put away. */
const transientFiles = ['run.json.new', 'undo.json', 'restore.json', 'restoring', 'opens-damaged.db'];

test('the measurement "faults" expects every name in the data folder that sources contain literally', () => {
  const sources = readTree('src', /(?<!\.test)\.ts$/);
  const names = sources.flatMap(({ text }) =>
    [...text.matchAll(/join\([\w.]*ataDir, '([^']+)'\)/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(10);
  const unknownNames = names.filter((name) => !dataFiles.test(name) && !transientFiles.includes(name));
  expect(unknownNames).toEqual([]);
});
