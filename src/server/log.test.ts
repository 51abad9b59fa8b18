import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createOwnerReports, entryOf, limitRepeats } from './log.ts';
import { messagesIn } from './messages.ts';

test('writes the first failure of a kind, then the number of repetitions', () => {
  const lines: string[] = [];
  const log = limitRepeats((level, args) => lines.push(`${level} ${JSON.stringify(args)}`));
  const fail = (request: number) => log.write('error', ['A request failed:', { request }]);
  for (let request = 0; request < 1000; request += 1) fail(request);
  log.write('warn', ['Another fault']);
  log.report();
  expect(lines).toEqual([
    'error ["A request failed:",{"request":0}]',
    'warn ["Another fault"]',
    'error ["A request failed",{"repeated":999}]',
  ]);
  fail(1000);
  expect(lines.at(-1)).toContain('1000');
});

test('groups errors thrown at the same line, whatever their message', () => {
  let lineCount = 0;
  const log = limitRepeats(() => {
    lineCount += 1;
  });
  for (let time = 0; time < 100; time += 1) log.write('error', [`at ${time}`, new Error(`searched ${time}`)]);
  expect(lineCount).toBe(1);
});

test('only counts entries beyond 500 kinds', () => {
  const lines: unknown[] = [];
  const log = limitRepeats((_level, args) => lines.push(args));
  for (let kind = 0; kind < 2000; kind += 1) log.write('warn', [`kind ${kind}`]);
  expect(lines).toHaveLength(500);
  log.report();
  expect(lines.at(-1)).toEqual(['Further warnings and errors', { repeated: 1500 }]);
});

test('splits the arguments of a call into message, fields and error', () => {
  const error = new TypeError('x is not a function');
  expect(entryOf(['A request failed:', { request: 'r1' }, error])).toEqual({
    message: 'A request failed',
    fields: { request: 'r1', error },
  });
  expect(entryOf([error]).message).toBe('x is not a function');
});

test('reports once that the backend is unavailable, and once that it is back', () => {
  const lines: string[] = [];
  for (const method of ['log', 'warn'] as const) {
    const spy = vi.spyOn(console, method).mockImplementation((line) => void lines.push(line));
    onTestFinished(() => spy.mockRestore());
  }
  const reports = createOwnerReports(messagesIn('en'));
  reports.reportBackend();
  for (let page = 0; page < 100; page += 1)
    reports.reportBackend(
      new Error('<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'),
    );
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^(?!.*<).*502 Bad Gateway/);
  reports.reportBackend();
  reports.reportBackend();
  expect(lines).toHaveLength(2);
});

/** Source of a program that logs repeatedly and then exits. */
const program = (format: string) => `
  const { openLog } = await import(${JSON.stringify(import.meta.resolve('./log.ts'))});
  const { setTimeout: pause } = await import('node:timers/promises');
  openLog(${JSON.stringify(format)});
  for (let times = 0; times < 5; times += 1) {
    console.log('printed', times);
    console.error('failed', times);
    await pause(50);
  }
  process.exit(7);`;
const runProgram = (format: string, output: 'pipe' | number) =>
  spawn(process.execPath, ['--input-type=module', '--eval', program(format)], {
    stdio: ['ignore', output, output],
  });

test.each(['plain', 'json'])(
  'continues when the program that reads the log has ended (%s)',
  async (format) => {
    const site = runProgram(format, 'pipe');
    site.stdout?.destroy();
    site.stderr?.destroy();
    expect(await once(site, 'exit')).toEqual([7, null]);
  },
);

test.runIf(process.platform === 'linux').each(['plain', 'json'])(
  'continues when the disk of the log is full (%s)',
  async (format) => {
    expect(await once(runProgram(format, openSync('/dev/full', 'w')), 'exit')).toEqual([7, null]);
  },
);

test('writes the arguments as plain text', async () => {
  const site = runProgram('plain', 'pipe');
  site.stderr?.destroy();
  expect(site.stdout && (await text(site.stdout))).toMatch(/printed 0\n(?:.*\n)*printed 4\n/);
});

test('writes an entry as one line of JSON with time and level', async () => {
  const site = runProgram('json', 'pipe');
  const lines = (site.stdout ? await text(site.stdout) : '').trim().split('\n');
  const [first, second] = lines.map((line) => JSON.parse(line));
  expect(first).toEqual({ level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), message: 'printed 0' });
  expect(second).toMatchObject({ level: 'error', message: 'failed 0' });
});
