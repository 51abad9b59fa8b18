import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Watch, watchLibrary } from '../../src/library/folder/watch.ts';
import { createTestFolder } from '../support/temporary-folder.ts';
import { LessonFolder } from './lesson-folder.ts';
import { fetchOnlineLessons, texts } from './owner.ts';
import { type RunningSite, startSite } from './running-site.ts';

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

async function createPublisher(removalsWaitMs = 300) {
  site = await startSite({ folder: () => lessons, removalsWaitMs });
  log = site.log;
  return site.publish;
}
const pauses = { quiet: 50, longest: 10_000, check: 50, retry: 5000 };
const onlineTexts = async () => texts(await fetchOnlineLessons(site.endpoint));

test('publishes the folder at the start; a second publication changes nothing', async () => {
  const publish = await createPublisher();
  await publish('initial');
  expect(await onlineTexts()).toEqual(many);
  await publish('initial');
  // Ignores the messages that these lessons have no words.
  const lines = log.filter((line) => !/are (?:scans|blank)/.test(line));
  expect(lines).toEqual(['Library: New: 12.', 'Library: 12 lessons, the same as the folder.']);
});

test('publishes changes after files are added, renamed or deleted', async () => {
  const publish = await createPublisher();
  watching = watchLibrary(() => lessons, publish, pauses);
  await watching.firstPublication;
  await folder.write('السيرة/الدرس ١.pdf', 'one');
  await expect.poll(onlineTexts).toHaveProperty(['السيرة/الدرس ١.pdf'], 'one');
  await rename(`${folder.path}/Fiqh/Lesson 0.pdf`, `${folder.path}/Fiqh/First.pdf`);
  await folder.remove('Fiqh/Lesson 1.pdf');
  const { 'Fiqh/Lesson 0.pdf': zero, 'Fiqh/Lesson 1.pdf': _, ...rest } = many;
  await expect.poll(onlineTexts).toEqual({ ...rest, 'Fiqh/First.pdf': zero, 'السيرة/الدرس ١.pdf': 'one' });
});

test('publishes a file that is added during the first publication', async () => {
  const publish = await createPublisher();
  watching = watchLibrary(
    () => lessons,
    async (mode) => {
      const end = await publish(mode);
      if (mode === 'initial') await folder.write('Fiqh/Late.pdf', 'late');
      return end;
    },
    pauses,
  );
  await expect.poll(onlineTexts).toEqual({ ...many, 'Fiqh/Late.pdf': 'late' });
});

test('counts files deleted one after the other together, and then removes none without the owner', async () => {
  const publish = await createPublisher(20_000);
  watching = watchLibrary(() => lessons, publish, pauses);
  await watching.firstPublication;
  const first = 'Library: 1 lesson is no longer in the folder and will be removed from the site in 20 s';
  await folder.remove('Fiqh/Lesson 0.pdf');
  await expect.poll(() => log.join('\n')).toContain(first);
  for (let index = 1; index < 6; index++) await folder.remove(`Fiqh/Lesson ${index}.pdf`);
  await expect.poll(() => log.join('\n')).toContain('6 lessons stay online until you run');
  expect(await onlineTexts()).toEqual(many);
});

test('counts the removals of the last day together, and removes no more than the limit without the owner', async () => {
  const publish = await createPublisher(0);
  await publish('initial');
  for (let index = 0; index < 5; index++) await folder.remove(`Fiqh/Lesson ${index}.pdf`);
  await publish('initial');
  expect(Object.keys(await onlineTexts())).toHaveLength(7);
  await folder.remove('Fiqh/Lesson 5.pdf');
  await publish('initial');
  expect(Object.keys(await onlineTexts())).toHaveLength(7);
  expect(log.join('\n')).toContain(
    '1 lesson stays online (5 lessons already removed within the last day) until you run: npm run library -- publish',
  );
});

test('does not remove all three lessons of a small library at once, as after a change to a wrong folder', async () => {
  const publish = await createPublisher(0);
  for (let index = 3; index < 12; index++) await folder.remove(`Fiqh/Lesson ${index}.pdf`);
  await publish('initial');
  const textsBefore = await onlineTexts();
  const other = await LessonFolder.make({ 'Tales/Another.pdf': 'another' });
  lessons = other.path;
  await publish('initial');
  expect(await onlineTexts()).toEqual({ ...textsBefore, 'Tales/Another.pdf': 'another' });
  expect(log.join('\n')).toContain(`${Object.keys(textsBefore).length} lessons stay online until you run`);
  await other.delete();
});

test('publishes and watches the new folder after the lesson folder changes', async () => {
  const publish = await createPublisher();
  watching = watchLibrary(() => lessons, publish, pauses);
  await watching.firstPublication;
  const other = await LessonFolder.make({ ...many, 'Creed/Names.pdf': 'names' });
  lessons = other.path;
  await expect.poll(onlineTexts).toHaveProperty(['Creed/Names.pdf'], 'names');
  await other.write('Creed/Pillars.pdf', 'pillars');
  await expect.poll(onlineTexts).toHaveProperty(['Creed/Pillars.pdf'], 'pillars');
  await other.delete();
});

test('removes nothing when the disk is disconnected, and logs what to do', async () => {
  const publish = await createPublisher();
  watching = watchLibrary(() => lessons, publish, pauses);
  await watching.firstPublication;
  await rename(folder.path, `${folder.path}-away`);
  await expect
    .poll(() => log.join('\n'))
    .toContain('12 lessons stay online until you run: npm run library -- publish');
  expect(await onlineTexts()).toEqual(many);
  await rename(`${folder.path}-away`, folder.path);
  await folder.write('Fiqh/After.pdf', 'after');
  await expect.poll(onlineTexts).toHaveProperty(['Fiqh/After.pdf'], 'after');
});

test('publishes all or nothing if the site stops during a publication', async () => {
  const options = { dataDir: createTestFolder(), folder: () => lessons };
  site = await startSite(options);
  const publication = site.publish('initial');
  await expect.poll(() => site.local.listFiles().size, { interval: 5 }).toBeGreaterThan(1);
  await site.stop();
  await publication;
  site = await startSite(options);
  expect([{}, many]).toContainEqual(await onlineTexts());
  await site.publish('initial');
  expect(await onlineTexts()).toEqual(many);
});

test('logs in a sentence why nothing could be published', async () => {
  const publish = await createPublisher(0);
  vi.spyOn(site.local, 'read').mockImplementation(() => {
    throw Object.assign(new Error('no'), { code: 'EIO', syscall: 'read', path: '/x' });
  });
  expect(await publish('initial')).toEqual({ retryAfterMs: null, failed: true });
  expect(log.at(-1)).toMatch(/^Library: could not be published: .+ The site retries automatically\.$/);
  vi.restoreAllMocks();
});
