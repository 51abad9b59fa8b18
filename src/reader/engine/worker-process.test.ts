import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createWorkerProcess } from './worker-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'minbar-worker-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program whose orders run a function's body. */
function programOf(name: string, body: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(
    path,
    `import { serveOrders } from ${JSON.stringify(import.meta.resolve('./serve-orders.ts'))};
    await serveOrders(async (order, { send, pause }) => { ${body} });`,
  );
  return path;
}

/** Returns the last message of a program whose steps may take 0.1 s of CPU time. */
async function lastMessage(name: string, body: string): Promise<unknown> {
  const program = programOf(name, `${body} return { done: true };`);
  const worker = createWorkerProcess<object, { done?: true }>({
    program,
    seconds: 0.1,
    isLast: (news) => 'done' in news,
  });
  const last = await worker.order({});
  worker.close();
  return last;
}

test('a process that was started carries out the first order, and one that is closed does not start', async () => {
  const program = programOf('started', 'return { done: process.pid };');
  const worker = createWorkerProcess<object, object>({ program, seconds: 10, isLast: () => true });
  worker.start();
  worker.start();
  const [one, other] = [await worker.order({}), await worker.order({})];
  expect(one).toEqual({ done: expect.any(Number) });
  expect(other, 'the same process').toEqual(one);
  worker.close();
  worker.start();
  expect(await worker.order({})).toBeUndefined();
});

test('only the order that a process does not survive is lost', async () => {
  const program = programOf('dies', 'if (order.dies) process.exit(); return order;');
  const worker = createWorkerProcess<object, object>({ program, seconds: 10, isLast: () => true });
  const orders = [{ name: 'a' }, { name: 'b', dies: true }, { name: 'c' }];
  expect(await Promise.all(orders.map((order) => worker.order(order)))).toEqual([
    { name: 'a' },
    undefined,
    { name: 'c' },
  ]);
  worker.close();
});

/** A third of the time that a step may take. */
const work = `{
  const used = () => { const { user, system } = process.cpuUsage(); return user + system; };
  for (const end = used() + 33_000; used() < end; );
}`;
const hold = (milliseconds: number) =>
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds});`;

test('a step has its own time: neither other steps, nor waiting, nor the parent take any of it', async () => {
  expect(
    await lastMessage('steps', `for (let step = 0; step < 8; step++) { ${work} await send({}); }`),
  ).toEqual({
    done: true,
  });
  expect(
    await lastMessage('waits', `${work} await pause(() => new Promise((end) => setTimeout(end, 900)));`),
  ).toEqual({ done: true });
  expect(await lastMessage('held up', `${work} ${hold(300)}`)).toEqual({ done: true });
});

test('a step that takes too much of the processor, or is stuck, ends its process', async () => {
  expect(await lastMessage('loops', 'for (;;);')).toBeUndefined();
  expect(await lastMessage('is over', `${work.repeat(4)}`)).toBeUndefined();
  expect(await lastMessage('hangs', hold(600_000))).toBeUndefined();
});

test('each message leaves before the next step', async () => {
  const program = programOf(
    'floods',
    `for (let step = 0; step < 300; step++) await send({ text: 'x'.repeat(10_000) });
    return { done: true };`,
  );
  const worker = createWorkerProcess<object, { text?: string; done?: true }>({
    program,
    seconds: 10,
    isLast: (news) => 'done' in news,
  });
  let count = 0;
  await worker.order({}, ({ text }) => {
    if (text) count++;
    // The parent is busy and reads nothing.
    if (count % 100 === 1) for (const end = performance.now() + 100; performance.now() < end; );
  });
  expect(count).toBe(300);
  worker.close();
});

test.skipIf(process.platform === 'win32')(
  'all orders are rejected when the process cannot be started, and the next order tries again',
  () => {
    const program = join(folder, 'later.mjs');
    writeFileSync(program, `process.on('message', (order) => process.send(order));`);
    const output = printedWithoutFiles(`
      const { createWorkerProcess } = await import(${JSON.stringify(import.meta.resolve('./worker-process.ts'))});
      const program = ${JSON.stringify(program)};
      const worker = createWorkerProcess({ program, seconds: 10, isLast: () => true });
      takeAllFiles();
      worker.start();
      const rejected = await Promise.allSettled([worker.order({}), worker.order({})]);
      giveFilesBack();
      console.log(JSON.stringify([...rejected.map(({ reason }) => reason.code), await worker.order({ order: 3 })]));
      worker.close();`);
    expect(output).toEqual(['EMFILE', 'EMFILE', { order: 3 }]);
  },
);

/** Source of functions that open files up to the system's limit and close them again. */
const words = `
  const { openSync, closeSync } = await import('node:fs');
  const files = [];
  const takeAllFiles = () => {
    try {
      for (;;) files.push(openSync('/dev/null'));
    } catch {}
  };
  const giveFilesBack = () => files.splice(0).forEach((file) => closeSync(file));
`;

/**
 * Returns a program's JSON output from a child process with few open files: `takeAllFiles()` uses them up (`EMFILE`),
 * `giveFilesBack()` closes them.
 */
function printedWithoutFiles(program: string): unknown {
  const shell = ['-c', 'ulimit -n 200 && exec "$0" --input-type=module --eval "$1"', process.execPath];
  return JSON.parse(execFileSync('sh', [...shell, words + program], { encoding: 'utf8' }));
}
