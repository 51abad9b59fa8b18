import { expect, test } from 'vitest';
import { printedWithoutFiles } from '../../tests/support/without-open-files.ts';

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
