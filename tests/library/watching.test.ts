import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Watch, watchLibrary } from '../../src/library/folder/watch.ts';
import { LessonFolder } from './lesson-folder.ts';
import { texts, visit } from './owner.ts';
import { type RunningSite, startSite } from './running-site.ts';

// Every write waits for the disk, which may be slow on a busy machine.

let site: RunningSite;
let folder: LessonFolder;
let watching: Watch | undefined;
let log: string[];
/** The site's current folder of lessons. */
let lessons: string;
const many = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [`Fiqh/Lesson ${i}.pdf`, `lesson ${i}`]),
);

beforeEach(async () => {
  folder = await LessonFolder.make(many);
  lessons = folder.path;
});
afterEach(async () => {
  await watching?.close();
  watching = undefined;
  await site.stop();
  await folder.delete();
});

async function publisher(removalsWait = 300) {
  site = await startSite({ folder: () => lessons, removalsWait });
  log = site.log;
  return site.publish;
}
const pauses = { quiet: 50, longest: 10_000, look: 50, retry: 5000 };
const onlineTexts = async () => texts(await visit(site.endpoint.replace('/v1', '')));
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 300_000, interval: 20 });

test('at start the folder is published; a second start changes nothing', async () => {
  const publish = await publisher();
  await publish('initial');
  expect(await onlineTexts()).toEqual(many);
  await publish('initial');
  // Messages about their words may come in between: these lessons have none.
  const lines = log.filter((line) => !/are (?:scans|blank)/.test(line));
  expect(lines).toEqual(['Library: New: 12.', 'Library: 12 lessons, the same as the folder.']);
});

test('what is dropped in, renamed and deleted is on the site by itself', async () => {
  const publish = await publisher();
  watching = watchLibrary(() => lessons, publish, pauses);
  await watching.first;
  await folder.write('السيرة/الدرس ١.pdf', 'one');
  await until(async () => expect((await onlineTexts())['السيرة/الدرس ١.pdf']).toBe('one'));
  await rename(`${folder.path}/Fiqh/Lesson 0.pdf`, `${folder.path}/Fiqh/First.pdf`);
  await folder.remove('Fiqh/Lesson 1.pdf');
  const { 'Fiqh/Lesson 0.pdf': zero, 'Fiqh/Lesson 1.pdf': _, ...rest } = many;
  await until(async () =>
    expect(await onlineTexts()).toEqual({ ...rest, 'Fiqh/First.pdf': zero, 'السيرة/الدرس ١.pdf': 'one' }),
  );
});

test('what is dropped in while the folder is first published is on the site by itself', async () => {
  const publish = await publisher();
  watching = watchLibrary(
    () => lessons,
    async (mode) => {
      const end = await publish(mode);
      if (mode === 'initial') await folder.write('Fiqh/Late.pdf', 'late');
      return end;
    },
    pauses,
  );
  await until(async () => expect(await onlineTexts()).toEqual({ ...many, 'Fiqh/Late.pdf': 'late' }));
});

test('files that go one after the other are one removal, and nothing of it happens by itself', async () => {
  const publish = await publisher(20_000);
  watching = watchLibrary(() => lessons, publish, pauses);
  await watching.first;
  const first = 'Library: 1 lesson is no longer in the folder and will be removed from the site in 20 s';
  await folder.remove('Fiqh/Lesson 0.pdf');
  await until(async () => expect(log.join('\n')).toContain(first));
  for (let each = 1; each < 6; each++) await folder.remove(`Fiqh/Lesson ${each}.pdf`);
  await until(async () => expect(log.join('\n')).toContain('6 lessons stay online until you run'));
  expect(await onlineTexts()).toEqual(many);
});

test('removals of a day add up', async () => {
  const publish = await publisher(0);
  await publish('initial');
  for (let each = 0; each < 5; each++) await folder.remove(`Fiqh/Lesson ${each}.pdf`);
  await publish('initial');
  expect(Object.keys(await onlineTexts())).toHaveLength(7);
  await folder.remove('Fiqh/Lesson 5.pdf');
  await publish('initial');
  expect(Object.keys(await onlineTexts())).toHaveLength(7);
  expect(log.join('\n')).toContain(
    '1 lesson stays online until you run: npm run library -- publish (5 lessons already removed',
  );
});

test('a small library does not go all at once either: the folder may be another one', async () => {
  const publish = await publisher(0);
  for (let each = 3; each < 12; each++) await folder.remove(`Fiqh/Lesson ${each}.pdf`);
  await publish('initial');
  const before = await onlineTexts();
  const other = await LessonFolder.make({ 'Tales/Another.pdf': 'another' });
  lessons = other.path;
  await publish('initial');
  expect(await onlineTexts()).toEqual({ ...before, 'Tales/Another.pdf': 'another' });
  expect(log.join('\n')).toContain(`${Object.keys(before).length} lessons stay online until you run`);
  await other.delete();
});

test('a folder published by name meanwhile is watched from then on', async () => {
  const publish = await publisher();
  watching = watchLibrary(() => lessons, publish, pauses);
  await watching.first;
  const other = await LessonFolder.make({ ...many, 'Creed/Names.pdf': 'names' });
  lessons = other.path;
  await until(async () => expect((await onlineTexts())['Creed/Names.pdf']).toBe('names'));
  await other.write('Creed/Pillars.pdf', 'pillars');
  await until(async () => expect((await onlineTexts())['Creed/Pillars.pdf']).toBe('pillars'));
  await other.delete();
});

test('a disk that goes away takes nothing off the site, and the log says what to do', async () => {
  const publish = await publisher();
  watching = watchLibrary(() => lessons, publish, pauses);
  await watching.first;
  await rename(folder.path, `${folder.path}-away`);
  await until(async () =>
    expect(log.join('\n')).toContain('12 lessons stay online until you run: npm run library -- publish'),
  );
  expect(await onlineTexts()).toEqual(many);
  await rename(`${folder.path}-away`, folder.path);
  await folder.write('Fiqh/After.pdf', 'after');
  await until(async () => expect((await onlineTexts())['Fiqh/After.pdf']).toBe('after'));
});

test('a site that stops in the middle of a publication has published all of it or nothing', async () => {
  const publish = await publisher();
  const publishing = publish('initial');
  await until(async () => expect(site.local.read().files.size).toBeGreaterThan(1));
  const dataDir = site.dataDir;
  await site.stop();
  await publishing;
  expect(log.filter((line) => !line.startsWith('Library: New: 12'))).toEqual([]);
  expect(dataDir).not.toBe('');
  await publisher();
});

test('what cannot be published is said in a sentence', async () => {
  const publish = await publisher(0);
  vi.spyOn(site.local, 'read').mockImplementation(() => {
    throw Object.assign(new Error('no'), { code: 'EIO', syscall: 'read', path: '/x' });
  });
  expect(await publish('initial')).toEqual({ again: null, failed: true });
  expect(log.at(-1)).toMatch(/^Library: could not be published: .+ The site retries automatically\.$/);
  vi.restoreAllMocks();
});
