import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeProject } from '../support/fake-project.ts';
import { startFakeAppwrite } from './fake-appwrite.ts';
import { HOSTED_PROJECT, Owner, texts } from './owner.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** Lists the owner's commands under a heading of the README: the arguments of each, without its comment. */
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
afterEach(() => owner.cleanUp());

/** Runs a command and agrees to its first two questions. */
async function runCommand(command: string[] | undefined) {
  if (!command) throw new Error('the README has fewer commands than this test runs');
  owner.answers = ['y', 'y'];
  return owner.run(...command);
}

test('the commands in the README work as described, starting with an empty folder', async () => {
  const [publish, ...otherCommands] = commandsUnder('Publish a lesson');
  expect(otherCommands).toEqual([]);
  expect((await runCommand(publish)).text).toContain('Nothing to publish');
  await owner.folder.write('Fiqh/Wudu.pdf', 'wudu');
  await owner.folder.write('Fiqh/Prayer.pdf', 'prayer');
  expect((await runCommand(publish)).text).toContain('New: 2 lessons');
  await owner.folder.write('Creed/Names.pdf', 'names');
  expect((await runCommand(publish)).code).toBe(0);

  const [undo, history, undoNumber, ...otherUndoCommands] = commandsUnder('Undo');
  expect(otherUndoCommands).toEqual([]);
  expect((await runCommand(undo)).text).toContain('Undone.');
  expect(texts(await owner.onlineLessons())).toEqual({
    'Fiqh/Wudu.pdf': 'wudu',
    'Fiqh/Prayer.pdf': 'prayer',
  });
  const output = await runCommand(history);
  const [, first] = /^(\d+)\. .*New: 2/m.exec(output.text) ?? /(\d+)\..*New: 2/.exec(output.text) ?? [];
  // The README's number is an example; this library has no such publication.
  expect((await runCommand(undoNumber)).text).toContain('There is no publication 7');
  expect((await runCommand(['undo', first ?? '', '--remove', '2'])).text).toContain('Undone.');
  expect(await owner.onlineLessons()).toEqual([]);

  await owner.folder.write('Fiqh/Wudu.pdf', 'wudu');
  expect((await runCommand(publish)).code).toBe(0);
  const [backup, restore, verify, doctor, ...otherBackupCommands] = commandsUnder('Back up');
  expect(otherBackupCommands).toEqual([]);
  for (const command of [backup, restore, verify, doctor]) {
    const { code, text } = await runCommand(command);
    expect(code, `${command?.join(' ')}: ${text}`).toBe(0);
  }
  expect(texts(await owner.onlineLessons())).toEqual({ 'Fiqh/Wudu.pdf': 'wudu' });

  // One fake server has Appwrite's management API, the other its rows and files.
  const management = await startFakeAppwrite();
  const hosted = await startFakeProject({ projectId: HOSTED_PROJECT });
  try {
    const [setup, move, ...otherMoveCommands] = commandsUnder('Move to Appwrite');
    expect(otherMoveCommands).toEqual([]);
    owner.connectTo(management.endpoint);
    expect((await runCommand(setup)).text).toMatch(/Done: \d+ created or changed\./);
    owner.connectTo(hosted.endpoint);
    expect((await runCommand(move)).text).toContain('all checksums match');
  } finally {
    await hosted.stop();
    await management.stop();
  }
});
