import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Owner } from '../../../tests/library/owner.ts';
import { createTerminal } from './command.ts';

let owner: Owner;
beforeEach(async () => {
  owner = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu' });
});
afterEach(() => owner.cleanUp());

test.each(['stdout', 'stderr'] as const)('continues a command when its %s is closed', async (stream) => {
  const publishing = owner.spawn('publish', '--yes');
  publishing[stream].destroy();
  const otherOutput = text(publishing[stream === 'stdout' ? 'stderr' : 'stdout']);
  expect([await once(publishing, 'exit'), await otherOutput]).toEqual([
    [0, null],
    expect.not.stringContaining('EPIPE'),
  ]);
  expect((await owner.run('history')).text).toContain('New: 1');

  const failingCommand = owner.spawn('restore', join(owner.dataDir, 'none.tar'));
  failingCommand[stream].destroy();
  expect(await once(failingCommand, 'exit')).toEqual([1, null]);
});

function openTerminal() {
  const [input, output] = [new PassThrough(), new PassThrough()].map((stream) =>
    Object.assign(stream, { isTTY: true }),
  );
  const stop = new AbortController();
  return { input, stop, terminal: createTerminal(stop.signal, input, output) };
}

test.each([
  ['Ctrl-C', '\x03', null],
  ['Ctrl-D', '\x04', null],
  ['Enter', '\r', ''],
  ['n', 'n\r', 'n'],
])('Ctrl-C and Ctrl-D at a question are no answer, unlike Enter: %s', async (_, typedText, answer) => {
  const { input, terminal } = openTerminal();
  const question = terminal.ask('Publish this? ');
  input?.write(typedText);
  expect(await question).toBe(answer);
});

test('a command that is stopped by the system ends its question', async () => {
  const { stop, terminal } = openTerminal();
  const question = terminal.ask('Publish this? ');
  stop.abort();
  expect(await question).toBeNull();
  expect(await terminal.ask('Publish this? ')).toBeNull();
});
