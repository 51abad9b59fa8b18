import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { boundRepeats, createOwnerReports, entryOf } from './log.ts';
import { messagesIn } from './messages.ts';

test('of a thousand failures of a kind the first is written, and in the end how many there were', () => {
  const lines: string[] = [];
  const log = boundRepeats((level, words) => lines.push(`${level} ${JSON.stringify(words)}`));
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

test('errors of one place are of a kind, whatever they messages', () => {
  let lineCount = 0;
  const log = boundRepeats(() => {
    lineCount += 1;
  });
  for (let time = 0; time < 100; time += 1) log.write('error', [`at ${time}`, new Error(`searched ${time}`)]);
  expect(lineCount).toBe(1);
});

test('more kinds than are told apart cost neither memory nor disk', () => {
  const lines: unknown[] = [];
  const log = boundRepeats((_level, words) => lines.push(words));
  for (let kind = 0; kind < 2000; kind += 1) log.write('warn', [`kind ${kind}`]);
  expect(lines).toHaveLength(500);
  log.report();
  expect(lines.at(-1)).toEqual(['Further warnings and errors', { repeated: 1500 }]);
});

test('the words of a call become a message, its fields and its error', () => {
  const error = new TypeError('x is not a function');
  expect(entryOf(['A request failed:', { request: 'r1' }, error])).toEqual({
    message: 'A request failed',
    fields: { request: 'r1', error },
  });
  expect(entryOf([error]).message).toBe('x is not a function');
});

test('the owner reads once that a backend is away, and once that it is back', () => {
  const lines: string[] = [];
  for (const method of ['log', 'warn'] as const) {
    const spy = vi.spyOn(console, method).mockImplementation((line) => void lines.push(line));
    onTestFinished(() => spy.mockRestore());
  }
  const notes = createOwnerReports(messagesIn('en'));
  notes.backendResponded();
  for (let page = 0; page < 100; page += 1)
    notes.backendResponded(
      new Error('<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'),
    );
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^(?!.*<).*502 Bad Gateway/);
  notes.backendResponded();
  notes.backendResponded();
  expect(lines).toHaveLength(2);
});

/** A program that logs repeatedly and ends by itself. */
const program = (format: string) => `
  const { openLog } = await import(${JSON.stringify(import.meta.resolve('./log.ts'))});
  const { setTimeout: pause } = await import('node:timers/promises');
  openLog(${JSON.stringify(format)});
  for (let times = 0; times < 5; times += 1) {
    console.log('said', times);
    console.error('told', times);
    await pause(50);
  }
  process.exit(7);`;
const run = (format: string, output: 'pipe' | number) =>
  spawn(process.execPath, ['--input-type=module', '--eval', program(format)], {
    stdio: ['ignore', output, output],
  });

test.each(['plain', 'json'])('a site whose log nobody reads any more goes on (%s)', async (format) => {
  const site = run(format, 'pipe');
  site.stdout?.destroy();
  site.stderr?.destroy();
  expect(await once(site, 'exit')).toEqual([7, null]);
});

test.runIf(process.platform === 'linux').each(['plain', 'json'])(
  'a site whose log has no room on its disk goes on (%s)',
  async (format) => {
    expect(await once(run(format, openSync('/dev/full', 'w')), 'exit')).toEqual([7, null]);
  },
);

test('an entry of the plain log is its words', async () => {
  const site = run('plain', 'pipe');
  site.stderr?.destroy();
  expect(site.stdout && (await text(site.stdout))).toMatch(/said 0\n(?:.*\n)*said 4\n/);
});

test('an entry of the JSON log is one line with its time and level', async () => {
  const site = run('json', 'pipe');
  const lines = (site.stdout ? await text(site.stdout) : '').trim().split('\n');
  const [first, second] = lines.map((line) => JSON.parse(line));
  expect(first).toEqual({ level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), message: 'said 0' });
  expect(second).toMatchObject({ level: 'error', message: 'told 0' });
});
