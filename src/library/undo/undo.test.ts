import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { pdf } from '../../../tests/library/lesson-folder.ts';
import {
  changedLessons,
  createFaultyDisk,
  initialLessons,
  Killed,
  pdfContents,
  TestLibrary,
} from '../../../tests/library/test-library.ts';

let template: TestLibrary;
let library: TestLibrary;
beforeAll(async () => {
  template = await TestLibrary.make();
  await template.changeFolder();
  await template.publish();
});
afterAll(() => template.cleanUp());
beforeEach(async () => {
  library = await template.copy();
});
afterEach(() => library.cleanUp());

const ids = () => library.local.read().lessons.map(({ id }) => id);

test('all of a publication is undone, in the folder and for visitors, and nothing is deleted', async () => {
  expect(await library.onlineLessons()).toEqual(pdfContents(changedLessons));
  const former = ids();
  expect(await library.undo(2)).toEqual({ number: 2, refused: [], failures: [] });
  expect(await library.lessons()).toEqual(pdfContents(initialLessons));
  expect(await library.onlineLessons()).toEqual(pdfContents(initialLessons));
  // The one that was new is gone, the one that was removed is back under its own id.
  expect(ids().filter((id) => former.includes(id))).toHaveLength(7);
  const aside = Object.entries(await library.files()).filter(([path]) => path.startsWith('_undone'));
  expect(aside.map(([, text]) => text).sort()).toEqual([pdf('intentions'), pdf('one, corrected')]);
});

test.each(['killed before', 'killed after'] as const)(
  '%s any step, no file is lost, visitors find every lesson, and the next run does the rest',
  async (how) => {
    const counter = createFaultyDisk(-1, how);
    await library.undo(2, counter.disk);
    const outcome = await library.lessons();
    expect(outcome).toEqual(pdfContents(initialLessons));
    const steps = counter.steps();
    expect(steps).toBeGreaterThan(12);
    for (let step = 0; step < steps; step++) {
      await library.cleanUp();
      library = await template.copy();
      const { disk } = createFaultyDisk(step, how);
      await expect(library.undo(2, disk), `${how} step ${step}`).rejects.toThrow(Killed);
      for (const text of Object.values(pdfContents(changedLessons)))
        expect(Object.values(await library.files()), `${how} step ${step}`).toContain(text);
      const online = await library.onlineLessons();
      expect(
        [pdfContents(initialLessons), pdfContents(changedLessons)],
        `${how} step ${step}`,
      ).toContainEqual(online);
      await library.restart();
      // The owner's command and the running site come to the same.
      if (step % 2 === 0) await library.undo(2);
      else await library.publish();
      // Killed before anything had moved, the site publishes what it finds.
      if (library.nextToUndo()?.number === 2) await library.undo(2);
      expect(await library.lessons(), `${how} step ${step}`).toEqual(outcome);
      expect(await library.onlineLessons(), `${how} step ${step}`).toEqual(outcome);
      const leftovers = Object.keys(await library.files()).filter((path) => path.startsWith('_undoing'));
      expect(leftovers, `${how} step ${step}`).toEqual([]);
      await library.publish();
      expect(await library.onlineLessons()).toEqual(outcome);
    }
  },
);

test('a step that the disk refuses is reported, loses nothing, and succeeds later', async () => {
  const counter = createFaultyDisk(-1, 'refused');
  await library.undo(2, counter.disk);
  for (let step = 0; step < counter.steps(); step++) {
    await library.cleanUp();
    library = await template.copy();
    const { refused } = await library.undo(2, createFaultyDisk(step, 'refused').disk);
    for (const text of Object.values(pdfContents(changedLessons)))
      expect(Object.values(await library.files()), `step ${step}`).toContain(text);
    expect(await library.onlineLessons()).toEqual(await library.lessons());
    // The last step only tidies up.
    if (refused.length > 0) {
      // It does not count as undone, and the next undo does not pass over it to the publication before.
      expect(library.nextToUndo()).toMatchObject({ number: 2, undone: false, partlyUndone: true });
      await library.undo(2);
    }
    expect(library.nextToUndo()).toMatchObject({ number: 1 });
    expect(await library.lessons(), `step ${step}`).toEqual(pdfContents(initialLessons));
    expect(await library.onlineLessons()).toEqual(pdfContents(initialLessons));
  }
});

describe('one change of many', () => {
  test('is taken back by its number, and what came after it stays', async () => {
    await library.folder.write('Hadith/Zakah.pdf', 'zakah, corrected');
    await library.folder.write('Hadith/Later.pdf', 'later');
    await library.publish();
    await library.undo(2);
    const expected = { ...initialLessons, 'Fiqh/Zakah.pdf': 'zakah, corrected', 'Hadith/Later.pdf': 'later' };
    expect(await library.lessons()).toEqual(pdfContents(expected));
    expect(await library.onlineLessons()).toEqual(pdfContents(expected));
  });

  test('what was changed again since stays as it is, and is reported', async () => {
    await library.folder.write('سيرة النبي/الدرس ١.pdf', 'one, third edition');
    await library.publish();
    const { left } = await library.planUndo(2);
    expect(left).toEqual([{ at: { category: 'السيرة', fileName: 'الدرس ١.pdf' }, why: 'changed' }]);
    await library.undo(2);
    expect((await library.onlineLessons())['السيرة/الدرس ١.pdf']).toBe(pdf('one, third edition'));
  });

  test('an undo can itself be taken back', async () => {
    await library.undo(2);
    await library.undo(3);
    expect(await library.onlineLessons()).toEqual(pdfContents(changedLessons));
    expect(await library.lessons()).toEqual(pdfContents(changedLessons));
  });
});

test('a file that comes back has the date of its lesson, so that its publication does not wait for a copy to end', async () => {
  await library.undo(2);
  const names = library.local.read().lessons.find(({ fileName }) => fileName === 'Names.pdf');
  const { mtimeMs } = await stat(join(library.folder.path, 'Creed/Names.pdf'));
  expect(Math.round(mtimeMs)).toBe(Date.parse(names?.publishedAt ?? ''));
});

test('twice within a minute: each keeps what it moves out beside the other', async () => {
  const minute = Math.ceil(Date.now() / 60_000) * 60_000;
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: minute });
  await library.undo(2);
  vi.setSystemTime(minute + 20_000);
  await library.folder.write('Hadith/Intentions.pdf', 'intentions');
  await library.publish();
  vi.setSystemTime(minute + 40_000);
  await library.undo(4);
  const aside = Object.keys(await library.files()).filter((path) => path.includes('Intentions'));
  expect(aside.map((path) => path.split('/').at(-1)).sort()).toEqual([
    'Intentions (2).pdf',
    'Intentions.pdf',
  ]);
});

test('a path that another file has taken stays, and nothing is overwritten', async () => {
  await library.folder.write('Fiqh/Zakah.pdf', 'another');
  const { left } = await library.planUndo(2);
  expect(left).toEqual([{ at: { category: 'Fiqh', fileName: 'Zakah.pdf' }, why: 'taken' }]);
  await library.undo(2);
  expect(await library.lessons()).toEqual(
    pdfContents({ ...initialLessons, 'Fiqh/Zakah.pdf': 'another', 'Hadith/Zakah.pdf': 'zakah' }),
  );
});

test('what is no longer kept is reported, and the rest is taken back', async () => {
  const [names] = library.local.log
    .changesOf(2)
    .filter(({ before: state }) => state?.fileName === 'Names.pdf');
  const fileId = names?.before?.fileId ?? '';
  await library.local.backend.write((batch) => batch.removeFile('pdfs', fileId));
  const { left } = await library.planUndo(2);
  expect(left).toEqual([{ at: { category: 'Creed', fileName: 'Names.pdf' }, why: 'expired' }]);
  await library.undo(2);
  const { 'Creed/Names.pdf': _, ...rest } = initialLessons;
  expect(await library.onlineLessons()).toEqual(pdfContents(rest));
});
