import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApartPublisher, type Publish } from '../../src/library/apart-publisher.ts';
import { type Watch, watchLibrary } from '../../src/library/folder/watch.ts';
import { type PublishingEnd, publishOnce } from '../../src/library/publishing.ts';
import { KEY, type RunningBackend, startBackend } from '../support/backend.ts';
import { LessonFolder } from './lesson-folder.ts';
import { texts, visit } from './owner.ts';
import { targetOn } from './target-on.ts';

// Every write is on the disk before it is answered, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let backend: RunningBackend;
let folder: LessonFolder;
let watching: Watch | undefined;
let log: string[];
/** Where the site looks for lessons now. */
let lessons: string;
const many = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [`Fiqh/Lesson ${i}.pdf`, `lesson ${i}`]),
);

beforeEach(async () => {
  backend = await startBackend();
  folder = await LessonFolder.make(many);
  lessons = folder.path;
  log = [];
});
afterEach(async () => {
  await watching?.close();
  await backend.stop();
  await folder.delete();
});

function options(key = KEY) {
  const target = { ...targetOn(backend), key };
  return {
    folder: () => lessons,
    dataDir: backend.dataDir,
    target,
    language: 'en' as const,
    log: (line: string) => void log.push(line),
  };
}
const pauses = { quiet: 50, longest: 10_000, look: 50, retry: 5000 };
/** As the site publishes, without a process for each time. */
function publisher(removalsWait = 300, key = KEY): Publish {
  const { folder: folderNow, log: tell, ...job } = options(key);
  let last: PublishingEnd = { missing: null, again: null, failed: false };
  return async (mode) => {
    const now = { ...job, removalsWait, folder: folderNow(), mode, missing: last.missing };
    last = await publishOnce(now, tell, new AbortController().signal);
    return last;
  };
}
const seen = async () => texts(await visit(backend.endpoint.replace('/v1', '')));
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 100_000, interval: 20 });

test('at start the folder is published; a second start changes nothing', async () => {
  await createApartPublisher(options())('initial');
  expect(await seen()).toEqual(many);
  await createApartPublisher(options())('initial');
  // Their words are read meanwhile, as far as the second start lets it come: these lessons have none.
  const said = log.filter((line) => !line.includes('are pictures'));
  expect(said).toEqual(['Library: New: 12.', 'Library: 12 lessons, the same as the folder.']);
});

test('what is dropped in, renamed and deleted is on the site by itself', async () => {
  const publish = publisher();
  watching = watchLibrary(() => lessons, publish, pauses);
  await watching.first;
  await folder.write('السيرة/الدرس ١.pdf', 'one');
  await until(async () => expect((await seen())['السيرة/الدرس ١.pdf']).toBe('one'));
  await rename(`${folder.path}/Fiqh/Lesson 0.pdf`, `${folder.path}/Fiqh/First.pdf`);
  await folder.remove('Fiqh/Lesson 1.pdf');
  const { 'Fiqh/Lesson 0.pdf': zero, 'Fiqh/Lesson 1.pdf': _, ...rest } = many;
  await until(async () =>
    expect(await seen()).toEqual({ ...rest, 'Fiqh/First.pdf': zero, 'السيرة/الدرس ١.pdf': 'one' }),
  );
});

test('what is dropped in while the folder is first published is on the site by itself', async () => {
  const publish = publisher();
  watching = watchLibrary(
    () => lessons,
    async (mode) => {
      const end = await publish(mode);
      if (mode === 'initial') await folder.write('Fiqh/Late.pdf', 'late');
      return end;
    },
    pauses,
  );
  await until(async () => expect(await seen()).toEqual({ ...many, 'Fiqh/Late.pdf': 'late' }));
});

test('files that go one after the other are one removal, and nothing of it happens by itself', async () => {
  const publish = publisher(20_000);
  watching = watchLibrary(() => lessons, publish, pauses);
  await watching.first;
  const first = 'Library: 1 lesson no longer in the folder; it leaves the site in 20 s';
  await folder.remove('Fiqh/Lesson 0.pdf');
  await until(async () => expect(log.join('\n')).toContain(first));
  for (let each = 1; each < 6; each++) await folder.remove(`Fiqh/Lesson ${each}.pdf`);
  await until(async () => expect(log.join('\n')).toContain('6 lessons stay online until you run'));
  expect(await seen()).toEqual(many);
});

test('removals of a day add up', async () => {
  const publish = publisher(0);
  await publish('initial');
  for (let each = 0; each < 5; each++) await folder.remove(`Fiqh/Lesson ${each}.pdf`);
  await publish('initial');
  expect(Object.keys(await seen())).toHaveLength(7);
  await folder.remove('Fiqh/Lesson 5.pdf');
  await publish('initial');
  expect(Object.keys(await seen())).toHaveLength(7);
  expect(log.at(-1)).toContain(
    '1 lesson stays online until you run: npm run library -- publish (5 lessons left',
  );
});

test('a small library does not go all at once either: the folder may be another one', async () => {
  const publish = publisher(0);
  for (let each = 3; each < 12; each++) await folder.remove(`Fiqh/Lesson ${each}.pdf`);
  await publish('initial');
  const before = await seen();
  const other = await LessonFolder.make({ 'Tales/Another.pdf': 'another' });
  lessons = other.path;
  await publish('initial');
  expect(await seen()).toEqual({ ...before, 'Tales/Another.pdf': 'another' });
  expect(log.at(-1)).toContain(`${Object.keys(before).length} lessons stay online until you run`);
  await other.delete();
});

test('a folder published by name meanwhile is watched from then on', async () => {
  const publish = publisher();
  watching = watchLibrary(() => lessons, publish, pauses);
  await watching.first;
  const other = await LessonFolder.make({ ...many, 'Creed/Names.pdf': 'names' });
  lessons = other.path;
  await until(async () => expect((await seen())['Creed/Names.pdf']).toBe('names'));
  await other.write('Creed/Pillars.pdf', 'pillars');
  await until(async () => expect((await seen())['Creed/Pillars.pdf']).toBe('pillars'));
  await other.delete();
});

test('a disk that goes away takes nothing off the site, and the log says what to do', async () => {
  const publish = publisher();
  watching = watchLibrary(() => lessons, publish, pauses);
  await watching.first;
  await rename(folder.path, `${folder.path}-away`);
  await until(async () =>
    expect(log.join('\n')).toContain('12 lessons stay online until you run: npm run library -- publish'),
  );
  expect(await seen()).toEqual(many);
  await rename(`${folder.path}-away`, folder.path);
  await folder.write('Fiqh/After.pdf', 'after');
  await until(async () => expect((await seen())['Fiqh/After.pdf']).toBe('after'));
});

test('a publication that is stopped ends by itself and says nothing, and the next one does the rest', async () => {
  const more = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [`Seerah/Part ${i}.pdf`, `part ${i}`]),
  );
  for (const [path, text] of Object.entries(more)) await folder.write(path, text);
  const stop = new AbortController();
  const stopped = createApartPublisher({ ...options(), signal: stop.signal })('initial');
  await until(async () => expect(await seen()).not.toEqual({}));
  stop.abort();
  await stopped;
  expect(Object.keys(await seen()).length).toBeLessThan(72);
  expect(log).toEqual([]);
  await createApartPublisher(options())('initial');
  expect(await seen()).toEqual({ ...many, ...more });
});

test('what cannot be published is said in a sentence, and so is a process that ended unexpectedly', async () => {
  const publish = publisher(0, 'a key of yesterday');
  await publish('initial');
  expect(log).toEqual([expect.stringContaining('does not accept the key')]);
  await publish('watch');
  expect(log.at(-1)).toMatch(/^Library: could not be published: .+ It is tried again by itself\.$/);
  vi.stubEnv('NODE_OPTIONS', '--no-such-option');
  await createApartPublisher(options())('watch').finally(() => vi.unstubAllEnvs());
  expect(log.at(-1)).toBe(
    'Library: the publication ended unexpectedly (exit code 9). It is tried again by itself.',
  );
});
