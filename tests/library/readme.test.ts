import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEY, projectSchema, startBackend } from '../support/backend.ts';
import { startFakeAppwrite } from './fake-appwrite.ts';
import { Owner, texts } from './owner.ts';

// Every write waits for the disk, which may be slow on a busy machine.

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** Lists the commands under a heading of the README, without their comments. */
function commandsUnder(heading: string): string[][] {
  const section = readme.split(`\n### ${heading}\n`)[1]?.split(/\n##+ /)[0] ?? '';
  const lines = [...section.matchAll(/^npm run library -- (.*)$/gm)].map(([, line = '']) => line);
  return lines.map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
}

let owner: Owner;
beforeEach(async () => {
  owner = await Owner.make();
  owner.env.INIT_CWD = owner.root;
});
afterEach(() => owner.leave());

/** Runs a command and agrees to its questions. */
async function type(command: string[] | undefined) {
  if (!command) throw new Error('the README has fewer commands than this test walks');
  owner.answers = ['y', 'y'];
  return owner.run(...command);
}

test('what the README tells the owner to type does what it says, from an empty folder on', async () => {
  const [publish, ...noMore] = commandsUnder('Publish a lesson');
  expect(noMore).toEqual([]);
  expect((await type(publish)).text).toContain('Nothing to publish');
  await owner.folder.write('Fiqh/Wudu.pdf', 'wudu');
  await owner.folder.write('Fiqh/Prayer.pdf', 'prayer');
  expect((await type(publish)).text).toContain('New: 2 lessons');
  await owner.folder.write('Creed/Names.pdf', 'names');
  expect((await type(publish)).code).toBe(0);

  const [undo, history, undoNumber, ...undoMore] = commandsUnder('Undo');
  expect(undoMore).toEqual([]);
  expect((await type(undo)).text).toContain('Undone.');
  expect(texts(await owner.visitor())).toEqual({ 'Fiqh/Wudu.pdf': 'wudu', 'Fiqh/Prayer.pdf': 'prayer' });
  const output = await type(history);
  const [, first] = /^(\d+)\. .*New: 2/m.exec(output.text) ?? /(\d+)\..*New: 2/.exec(output.text) ?? [];
  // The README's number is an example; this library has no such publication.
  expect((await type(undoNumber)).text).toContain('There is no publication 7');
  expect((await type(['undo', first ?? '', '--remove', '2'])).text).toContain('Undone.');
  expect(await owner.visitor()).toEqual([]);

  await owner.folder.write('Fiqh/Wudu.pdf', 'wudu');
  expect((await type(publish)).code).toBe(0);
  const [backup, restore, verify, doctor, ...copyMore] = commandsUnder('Back up');
  expect(copyMore).toEqual([]);
  for (const command of [backup, restore, verify, doctor]) {
    const { code, text } = await type(command);
    expect(code, `${command?.join(' ')}: ${text}`).toBe(0);
  }
  expect(texts(await owner.visitor())).toEqual({ 'Fiqh/Wudu.pdf': 'wudu' });

  // One server fakes Appwrite's table API, the other its rows and files.
  const console = await startFakeAppwrite();
  const hosted = await startBackend({
    schema: { ...projectSchema, projectId: 'mosque' },
    // On Appwrite it is an ordinary table.
    pagesTable: undefined,
  });
  owner.env = { ...owner.env, APPWRITE_PROJECT_ID: 'mosque', APPWRITE_API_KEY: KEY };
  try {
    const [setup, move, ...moveMore] = commandsUnder('Move to Appwrite');
    expect(moveMore).toEqual([]);
    owner.env.APPWRITE_ENDPOINT = console.endpoint;
    expect((await type(setup)).text).toMatch(/Done: \d+ created\./);
    owner.env.APPWRITE_ENDPOINT = hosted.endpoint;
    expect((await type(move)).text).toContain('all checksums match');
  } finally {
    await hosted.stop();
    await console.stop();
  }
});
