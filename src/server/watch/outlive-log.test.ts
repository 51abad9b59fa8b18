import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** A program that says something again and again, and ends by itself. */
const program = (log: string) => `
  const { outliveLog } = await import(${JSON.stringify(import.meta.resolve('./outlive-log.ts'))});
  const { speakJson } = await import(${JSON.stringify(import.meta.resolve('./json-log.ts'))});
  const { setTimeout: pause } = await import('node:timers/promises');
  outliveLog();
  if (${JSON.stringify(log)} === 'json') speakJson();
  for (let times = 0; times < 5; times += 1) {
    console.log('said', times);
    console.error('told', times);
    await pause(50);
  }
  process.exit(7);`;

const run = (log: string, output: 'pipe' | number) =>
  spawn(process.execPath, ['--input-type=module', '--eval', program(log)], {
    stdio: ['ignore', output, output],
  });

test.each(['plain', 'json'])('a site whose log nobody reads any more goes on (%s)', async (log) => {
  const site = run(log, 'pipe');
  site.stdout?.destroy();
  site.stderr?.destroy();
  expect(await once(site, 'exit')).toEqual([7, null]);
});

test.runIf(process.platform === 'linux').each(['plain', 'json'])(
  'a site whose log has no room on its disk goes on (%s)',
  async (log) => {
    const site = run(log, openSync('/dev/full', 'w'));
    expect(await once(site, 'exit')).toEqual([7, null]);
  },
);

test('what can be written is', async () => {
  const site = run('plain', 'pipe');
  site.stderr?.destroy();
  expect(site.stdout && (await text(site.stdout))).toMatch(/said 0\n(?:.*\n)*said 4\n/);
});
