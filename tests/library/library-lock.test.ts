import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openBackend } from '#backend/backend.ts';
import { DataFolderLocked } from '#backend/data-folder.ts';
import type { Screen } from '../../src/library/commands/command.ts';
import { runLibrary } from '../../src/library/library.ts';
import { projectSchema } from '../support/backend.ts';
import { type CommandOutput, Owner, texts } from './owner.ts';

const many = Object.fromEntries(
  Array.from({ length: 80 }, (_, i) => [`${i % 2 ? 'Fiqh' : 'السيرة'}/Lesson ${i}.pdf`, `lesson ${i}`]),
);
let owner: Owner;
let publication: ChildProcess | undefined;
beforeEach(async () => {
  owner = await Owner.make(many);
});
afterEach(async () => {
  publication?.kill('SIGKILL');
  publication = undefined;
  await owner.cleanUp();
});

/** Starts a publication in its own process, and pauses it after some lessons. */
async function pausePublication() {
  const child = owner.spawn('publish', '--yes');
  publication = child;
  const ending = Promise.all([once(child, 'exit'), readText(child.stdout)]);
  await owner.waitForStoredFiles(5);
  child.kill('SIGSTOP');
  expect(child.exitCode).toBeNull();
  return {
    child,
    /** Continues the publication, and resolves with its exit code and output. */
    async resume() {
      child.kill('SIGCONT');
      const [[code], output] = await ending;
      return { code, output };
    },
  };
}

test('refuses other commands during a publication without a site, and names the lock owner', async () => {
  const { resume } = await pausePublication();
  for (const command of ['publish', 'undo', 'history', 'verify', 'doctor', 'backup', 'restore']) {
    const operand = ['backup', 'restore'].includes(command) ? [join(owner.dataDir, '../b.tar')] : [];
    const { code, text } = await owner.run(command, ...operand, '--yes');
    expect(code, text).toBe(1);
    const lockMessage = 'is in use by “npm run library -- publish” (process ';
    // A restore fails earlier, because there is no such archive.
    expect(text).toContain(command === 'restore' ? 'There is no file' : lockMessage);
  }
  const openAgain = () => openBackend({ dataDir: owner.dataDir, schema: projectSchema, apiKeys: [] });
  expect(openAgain).toThrow(DataFolderLocked);
  expect((await resume()).code).toBe(0);
  expect(texts(await owner.onlineLessons())).toEqual(many);
});

test('makes other commands wait for a publication of the site, and runs them through the site', async () => {
  const site = await owner.startSite();
  const openAgain = () => openBackend({ dataDir: owner.dataDir, schema: projectSchema, apiKeys: [] });
  expect(openAgain).toThrow(DataFolderLocked);
  const outputs = await Promise.all([
    owner.run('publish', '--yes'),
    owner.run('publish', '--yes'),
    owner.run('history'),
    site.publish('watch'),
  ]);
  const messages = outputs.slice(0, 3) as CommandOutput[];
  expect(messages.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(messages.map(({ text }) => text).join('\n')).toContain(
    'Another publication is running; waiting for it',
  );
  expect((await owner.run('verify')).text).toContain('Everything is in order: 80 lessons');
  expect(site.local.log.entries()).toHaveLength(1);
  await site.stop();
  expect(texts(await owner.onlineLessons())).toEqual(many);
});

test('shows questions of a command that the site runs in the command’s terminal', async () => {
  await owner.startSite();
  owner.answers = ['y'];
  const { code, text } = await owner.run('publish');
  expect([code, text]).toEqual([0, expect.stringContaining('Publish this? (y/N)')]);
  owner.answers = [];
  await owner.folder.write('Fiqh/Late.pdf', 'late');
  expect((await owner.run('publish')).code).toBe(3);
});

test('a command from another folder uses the folder, choices and time zone of the running site', async () => {
  const stranger = await Owner.make({ 'Other/Other.pdf': 'other' });
  onTestFinished(() => stranger.cleanUp());
  await stranger.changeSettings({ timeZone: 'Asia/Jakarta', inboxCategory: 'Other' });
  await owner.changeSettings({ timeZone: 'America/Chicago' });
  await owner.folder.write('Unsorted.pdf', 'unsorted');
  const site = await owner.startSite();
  stranger.env.DATA_DIR = owner.dataDir;
  const { code, text } = await stranger.run('publish', '--yes');
  expect([code, text]).toEqual([5, expect.stringContaining(owner.folder.path)]);
  expect(process.env.TZ).toBe('America/Chicago');
  await site.stop();
  expect(texts(await owner.onlineLessons())).toEqual(many);
});

async function expectInterruptionFinishedByNextRun() {
  expect((await owner.run('history')).text).toContain('Nothing has been published');
  expect((await owner.run('publish', '--yes')).code).toBe(0);
  expect((await owner.run('verify')).text).toContain('Everything is in order: 80 lessons');
}

test('Ctrl-C stops a publication in its own process safely, and the next one finishes it', async () => {
  const { child, resume } = await pausePublication();
  child.kill('SIGINT');
  const { code, output } = await resume();
  expect([code, output]).toEqual([1, expect.stringContaining('Run the command again to finish')]);
  await expectInterruptionFinishedByNextRun();
  expect(texts(await owner.onlineLessons())).toEqual(many);
});

test('Ctrl-C stops a publication through the site safely, and the next one finishes it', async () => {
  const site = await owner.startSite();
  const [stop, lines] = [new AbortController(), [] as string[]];
  const screen: Screen = {
    isTerminal: true,
    print: (line) => void lines.push(line),
    // Simulates Ctrl-C after the first file.
    progress: () => stop.abort(),
    ask: async () => null,
  };
  const args = ['publish', '--yes', '--lang', 'en'];
  expect(await runLibrary(args, owner.env, screen, stop.signal, owner.root)).toBe(1);
  expect(lines.at(-1)).toContain('Run the command again to finish');
  await expectInterruptionFinishedByNextRun();
  await site.stop();
  expect(texts(await owner.onlineLessons())).toEqual(many);
});
