import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { printedWithoutFiles } from '../../tests/support/without-open-files.ts';
import { createApartPublisher } from './apart-publisher.ts';
import type { PublishingJob } from './publishing.ts';

test.skipIf(process.platform === 'win32')(
  'a site that cannot start a publication says so and goes on',
  () => {
    const printed = printedWithoutFiles(`
    const { createApartPublisher } = await import(${JSON.stringify(import.meta.resolve('./apart-publisher.ts'))});
    const log = [];
    const publish = createApartPublisher({
      folder: () => '/',
      dataDir: '/',
      target: {},
      language: 'en',
      log: (line) => log.push(line),
    });
    takeAllFiles();
    const { again } = await publish('watch');
    giveFilesBack();
    console.log(JSON.stringify({ again, log }));`);
    expect(printed).toEqual({
      again: null,
      log: [expect.stringMatching(/ended unexpectedly \(.*EMFILE.*\)/)],
    });
  },
);

test('a site that stops does not wait for a publication that hangs', async () => {
  const hang = 'Atomics.wait(new(Int32Array)(new(SharedArrayBuffer)(4)),0,0)';
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${hang}`);
  const [stop, log] = [new AbortController(), vi.fn()];
  const target = {} as PublishingJob['target'];
  const job = { folder: () => '/', dataDir: '/', target, language: 'en' as const };
  const hanging = createApartPublisher({ ...job, log, signal: stop.signal })('watch');
  await pause(500);
  vi.unstubAllEnvs();
  stop.abort();
  expect(await hanging).toMatchObject({ again: null });
  expect(log).not.toHaveBeenCalled();
}, 60_000);
