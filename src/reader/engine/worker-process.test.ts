import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSharedFolder } from '../../../tests/support/temporary-folder.ts';
import { createWorkerProcess } from './worker-process.ts';

const folder = createSharedFolder();

/** Writes a program that runs the given function body for each job; returns its path. */
function writeProgram(name: string, body: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(
    path,
    `import { serveJobs } from ${JSON.stringify(import.meta.resolve('./serve-jobs.ts'))};
    await serveJobs(async (job, { send, pause }) => { ${body} });`,
  );
  return path;
}

/** Runs a program whose steps are limited to 0.3 s of CPU time, and count as stuck after 1.8 s; returns its last message. */
async function readLastMessage(name: string, body: string): Promise<unknown> {
  const program = writeProgram(name, `${body} return { done: true };`);
  const worker = createWorkerProcess<object, { done?: true }>({
    program,
    seconds: 0.3,
    isLast: (message) => 'done' in message,
  });
  const last = await worker.run({});
  worker.close();
  return last;
}

test('runs jobs in a started process, and starts none after closing', async () => {
  const program = writeProgram('started', 'return { done: process.pid };');
  const worker = createWorkerProcess<object, object>({ program, seconds: 10, isLast: () => true });
  worker.start();
  worker.start();
  const [first, second] = [await worker.run({}), await worker.run({})];
  expect(first).toEqual({ done: expect.any(Number) });
  expect(second, 'the same process').toEqual(first);
  worker.close();
  worker.start();
  expect(await worker.run({})).toBeUndefined();
});

test('loses only the job that ends its process', async () => {
  const program = writeProgram('dies', 'if (job.dies) process.exit(); return job;');
  const worker = createWorkerProcess<object, object>({ program, seconds: 10, isLast: () => true });
  const jobs = [{ name: 'a' }, { name: 'b', dies: true }, { name: 'c' }];
  expect(await Promise.all(jobs.map((job) => worker.run(job)))).toEqual([
    { name: 'a' },
    undefined,
    { name: 'c' },
  ]);
  worker.close();
});

/** Source that uses a third of a step's CPU time. */
const work = `{
  const used = () => { const { user, system } = process.cpuUsage(); return user + system; };
  for (const end = used() + 100_000; used() < end; );
}`;
const blockFor = (milliseconds: number) =>
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds});`;

test('counts only the CPU time of a step, not other steps, waits or a blocked thread', async () => {
  expect(
    await readLastMessage('steps', `for (let step = 0; step < 5; step++) { ${work} await send({}); }`),
  ).toEqual({
    done: true,
  });
  expect(
    await readLastMessage('waits', `${work} await pause(() => new Promise((end) => setTimeout(end, 2500)));`),
  ).toEqual({ done: true });
  expect(await readLastMessage('blocks', `${work} ${blockFor(900)}`)).toEqual({ done: true });
});

test('ends the process if a step exceeds its CPU time or is stuck', async () => {
  expect(await readLastMessage('loops', 'for (;;);')).toBeUndefined();
  expect(await readLastMessage('exceeds', `${work.repeat(4)}`)).toBeUndefined();
  expect(await readLastMessage('hangs', blockFor(600_000))).toBeUndefined();
});

test('sends each message before the next step', async () => {
  const program = writeProgram(
    'floods',
    `for (let step = 0; step < 300; step++) await send({ text: 'x'.repeat(10_000) });
    return { done: true };`,
  );
  const worker = createWorkerProcess<object, { text?: string; done?: true }>({
    program,
    seconds: 10,
    isLast: (message) => 'done' in message,
  });
  let count = 0;
  await worker.run({}, ({ text }) => {
    if (text) count++;
    // Blocks the parent, so that it reads nothing for a moment.
    if (count % 100 === 1) for (const end = performance.now() + 100; performance.now() < end; );
  });
  expect(count).toBe(300);
  worker.close();
});

test.skipIf(process.platform === 'win32')(
  'rejects all jobs if the process cannot be started, and tries again for the next job',
  () => {
    const program = join(folder, 'later.mjs');
    writeFileSync(program, `process.on('message', (job) => process.send(job));`);
    const output = runWithFewFiles(`
      const { createWorkerProcess } = await import(${JSON.stringify(import.meta.resolve('./worker-process.ts'))});
      const program = ${JSON.stringify(program)};
      const worker = createWorkerProcess({ program, seconds: 10, isLast: () => true });
      openAllFiles();
      worker.start();
      const rejected = await Promise.allSettled([worker.run({}), worker.run({})]);
      closeFiles();
      console.log(JSON.stringify([...rejected.map(({ reason }) => reason.code), await worker.run({ job: 3 })]));
      worker.close();`);
    expect(output).toEqual(['EMFILE', 'EMFILE', { job: 3 }]);
  },
);

/** Source of functions that open files up to the limit and close them again. */
const fileFunctions = `
  const { openSync, closeSync } = await import('node:fs');
  const files = [];
  const openAllFiles = () => {
    try {
      for (;;) files.push(openSync('/dev/null'));
    } catch {}
  };
  const closeFiles = () => files.splice(0).forEach((file) => closeSync(file));
`;

/**
 * Runs a program with at most 200 open files; returns its parsed JSON output. In the program, `openAllFiles()` opens files up to that
 * limit (`EMFILE`), and `closeFiles()` closes them.
 */
function runWithFewFiles(program: string): unknown {
  const shell = ['-c', 'ulimit -n 200 && exec "$0" --input-type=module --eval "$1"', process.execPath];
  return JSON.parse(execFileSync('sh', [...shell, fileFunctions + program], { encoding: 'utf8' }));
}
