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
import { type Disk, realDisk } from './carry-out.ts';

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

test('an undo that is killed after a step failed reports that step when it is completed', async () => {
  const refused = Object.assign(new Error('refused'), { code: 'EACCES', syscall: 'copyfile', path: 'x' });
  const disk: Disk = {
    ...realDisk,
    copy: () => Promise.reject(refused),
    async saveState(path, state) {
      await realDisk.saveState(path, state);
      if (state.phase === 'in') throw new Killed();
    },
  };
  await expect(library.undo(2, disk)).rejects.toThrow(Killed);
  await library.restart();
  const { failedSteps } = await library.undo(2);
  expect([...new Set(failedSteps.map(({ reason }) => reason))]).toEqual(['refused']);
  expect(library.local.log.entries().at(-1)).toMatchObject({ undoes: 2, outcome: 'partly' });
});

test('a resumed undo leaves files where they are that changed after the interruption', async () => {
  const disk: Disk = {
    ...realDisk,
    async saveState(path, state) {
      await realDisk.saveState(path, state);
      if (state.phase === 'out') throw new Killed();
    },
  };
  await expect(library.undo(2, disk)).rejects.toThrow(Killed);
  const newContents = { 'السيرة/الدرس ١.pdf': 'one, again', 'Hadith/Intentions.pdf': 'intentions, again' };
  for (const [path, text] of Object.entries(newContents)) await library.folder.write(path, text);
  await library.restart();
  const { failedSteps } = await library.undo(2);
  expect(failedSteps.map(({ step, reason }) => [step.kind, reason])).toEqual([
    ['replace', 'changed'],
    ['moveOut', 'changed'],
  ]);
  const files = await library.files();
  expect(files).toMatchObject(pdfContents(newContents));
  expect(Object.keys(files).filter((path) => path.startsWith('_undo'))).toEqual([]);
  expect(await library.onlineLessons()).toEqual(pdfContents({ ...initialLessons, ...newContents }));
});

test.each(['killed before', 'killed after'] as const)(
  'an undo that is %s any step loses no file or lesson, and the next run completes it',
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
      const onlineLessons = await library.onlineLessons();
      expect(
        [pdfContents(initialLessons), pdfContents(changedLessons)],
        `${how} step ${step}`,
      ).toContainEqual(onlineLessons);
      await library.restart();
      // Both the owner's command and the running site can complete the undo.
      if (step % 2 === 0) await library.undo(2);
      else await library.publish();
      // If the process was killed before the undo saved its state, publishing finds no undo to complete.
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

test('reports a step that the disk refuses, loses nothing, and succeeds later', async () => {
  const counter = createFaultyDisk(-1, 'refused');
  await library.undo(2, counter.disk);
  for (let step = 0; step < counter.steps(); step++) {
    await library.cleanUp();
    library = await template.copy();
    const { failedSteps } = await library.undo(2, createFaultyDisk(step, 'refused').disk);
    for (const text of Object.values(pdfContents(changedLessons)))
      expect(Object.values(await library.files()), `step ${step}`).toContain(text);
    expect(await library.onlineLessons()).toEqual(await library.lessons());
    // A refusal of the last step is not reported, because that step only removes the staging folder.
    if (failedSteps.length > 0) {
      // The publication does not count as undone, so the next undo does not skip it.
      expect(library.nextToUndo()).toMatchObject({ number: 2, isUndone: false, isPartlyUndone: true });
      await library.undo(2);
    }
    expect(library.nextToUndo()).toMatchObject({ number: 1 });
    expect(await library.lessons(), `step ${step}`).toEqual(pdfContents(initialLessons));
    expect(await library.onlineLessons()).toEqual(pdfContents(initialLessons));
  }
});

describe('one of several publications', () => {
  test('is undone by its number, and later changes stay', async () => {
    await library.folder.write('Hadith/Zakah.pdf', 'zakah, corrected');
    await library.folder.write('Hadith/Later.pdf', 'later');
    await library.publish();
    await library.undo(2);
    const expected = { ...initialLessons, 'Fiqh/Zakah.pdf': 'zakah, corrected', 'Hadith/Later.pdf': 'later' };
    expect(await library.lessons()).toEqual(pdfContents(expected));
    expect(await library.onlineLessons()).toEqual(pdfContents(expected));
  });

  test('keeps and reports lessons that were changed later', async () => {
    await library.folder.write('سيرة النبي/الدرس ١.pdf', 'one, third version');
    await library.publish();
    const { skipped } = await library.planUndo(2);
    expect(skipped).toEqual([{ path: { category: 'السيرة', fileName: 'الدرس ١.pdf' }, reason: 'changed' }]);
    await library.undo(2);
    expect((await library.onlineLessons())['السيرة/الدرس ١.pdf']).toBe(pdf('one, third version'));
  });

  test('keeps and reports an added lesson that has a later version', async () => {
    await library.folder.write('Hadith/Intentions.pdf', 'intentions, second version');
    await library.publish();
    const { skipped, proposal } = await library.planUndo(2);
    expect(skipped).toEqual([
      { path: { category: 'Hadith', fileName: 'Intentions.pdf' }, reason: 'changed' },
    ]);
    expect(proposal.changes.map(({ kind }) => kind)).not.toContain('removed');
    await library.undo(2);
    expect((await library.onlineLessons())['Hadith/Intentions.pdf']).toBe(pdf('intentions, second version'));
  });

  test('touches no file of a sync conflict until the owner has chosen, and reports the lesson', async () => {
    await library.folder.write('Hadith/Intentions.pdf', 'changed on another device');
    await library.folder.write(
      'Hadith/Intentions.sync-conflict-20260131-120000-ABCDEFG.pdf',
      changedLessons['Hadith/Intentions.pdf'],
    );
    const { steps, skipped, proposal } = await library.planUndo(2);
    expect(JSON.stringify(steps)).not.toContain('Intentions');
    expect(skipped).toEqual([
      { path: { category: 'Hadith', fileName: 'Intentions.pdf' }, reason: 'changed' },
    ]);
    expect(proposal.problems.map(({ kind }) => kind)).toEqual(['conflictCopy']);
    await library.undo(2);
    expect((await library.onlineLessons())['Hadith/Intentions.pdf']).toBe(pdf('intentions'));
  });

  test('leaves an added file where it is if it changed after the plan was shown', async () => {
    const plannedUndo = await library.planUndo(2);
    await library.folder.write('Hadith/Intentions.pdf', 'intentions, changed while asking');
    const { failedSteps } = await library.performUndo(plannedUndo);
    expect(failedSteps.map(({ reason, step }) => [reason, step.kind])).toEqual([['changed', 'moveOut']]);
    expect((await library.files())['Hadith/Intentions.pdf']).toBe(pdf('intentions, changed while asking'));
  });
});

test('leaves a file where it is that another file replaced after the plan was shown', async () => {
  const plannedUndo = await library.planUndo(2);
  await library.folder.write('Hadith/Zakah.pdf', 'another lesson');
  const { failedSteps } = await library.performUndo(plannedUndo);
  expect(failedSteps.map(({ reason, step }) => [reason, step.kind])).toEqual([['changed', 'move']]);
  const files = await library.files();
  expect(files['Hadith/Zakah.pdf']).toBe(pdf('another lesson'));
  expect(files).not.toHaveProperty('Fiqh/Zakah.pdf');
});

test('names a copy that the disk refuses to remove, and completes the other steps', async () => {
  const refuse = (syscall: string, path: string) =>
    Promise.reject(Object.assign(new Error('refused'), { code: 'EACCES', syscall, path }));
  const disk: Disk = {
    ...realDisk,
    rename: (from, to) => (to.endsWith('Names.pdf') ? refuse('rename', from) : realDisk.rename(from, to)),
    remove: (path) => (path.endsWith('.pdf') ? refuse('rm', path) : realDisk.remove(path)),
  };
  const { failedSteps } = await library.undo(2, disk);
  const copy = Object.keys(await library.files()).find((path) => path.startsWith('_undoing'));
  expect(failedSteps.map(({ step, reason, error }) => [step.kind, reason, error])).toEqual([
    ['fetch', 'refused', expect.anything()],
    ['fetch', 'other', expect.objectContaining({ path: join(library.folder.path, copy ?? '') })],
  ]);
  const { 'Creed/Names.pdf': _, ...rest } = initialLessons;
  expect(await library.lessons()).toEqual(pdfContents(rest));
  expect(library.nextToUndo()).toMatchObject({ number: 2, isPartlyUndone: true });
});

test('an undo that is killed while it publishes reports a step that failed before when it is completed', async () => {
  const plannedUndo = await library.planUndo(2);
  await library.folder.write('Creed/Names.pdf', 'names, written while asking');
  const { scan } = library;
  library.scan = () => Promise.reject(new Killed());
  await expect(library.performUndo(plannedUndo)).rejects.toThrow(Killed);
  library.scan = scan;
  await library.restart();
  const { failedSteps } = await library.undo(2);
  expect(failedSteps.map(({ step, reason }) => [step.kind, reason])).toEqual([['fetch', 'taken']]);
  expect(library.nextToUndo()).toMatchObject({ number: 2, isPartlyUndone: true });
  expect((await library.files())['Creed/Names.pdf']).toBe(pdf('names, written while asking'));
});

test('names a file that the disk refuses to move to its path or back', async () => {
  const disk: Disk = {
    ...realDisk,
    rename: (from, to) =>
      to.endsWith('Zakah.pdf')
        ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES', syscall: 'rename', path: from }))
        : realDisk.rename(from, to),
  };
  const { failedSteps } = await library.undo(2, disk);
  const zakah = Object.entries(await library.files()).find(([, text]) => text === pdf('zakah'));
  expect(zakah?.[0]).toMatch(/^_undoing/);
  expect(failedSteps.map(({ step, reason, error }) => [step.kind, reason, error])).toEqual([
    ['move', 'refused', expect.anything()],
    ['move', 'other', expect.objectContaining({ path: join(library.folder.path, zakah?.[0] ?? '') })],
  ]);
});

test('keeps a file that an earlier undo of the same minute could not move back', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const refusing: Disk = {
    ...realDisk,
    rename: (from, to) =>
      to.endsWith('Zakah.pdf')
        ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES', syscall: 'rename', path: from }))
        : realDisk.rename(from, to),
  };
  await library.undo(2, refusing);
  const killed: Disk = {
    ...realDisk,
    async saveState(path, state) {
      await realDisk.saveState(path, state);
      throw new Killed();
    },
  };
  await expect(library.undo(2, killed)).rejects.toThrow(Killed);
  await library.restart();
  await library.undo(2);
  expect(Object.values(await library.files())).toContain(pdf('zakah'));
});

test('restores files with the dates of their lessons, so that the publication does not wait for them', async () => {
  await library.undo(2);
  const names = library.local.read().lessons.find(({ fileName }) => fileName === 'Names.pdf');
  const { mtimeMs } = await stat(join(library.folder.path, 'Creed/Names.pdf'));
  expect(Math.round(mtimeMs)).toBe(Date.parse(names?.publishedAt ?? ''));
});

test('keeps the files of two undos in the same minute under separate names', async () => {
  const minute = Math.ceil(Date.now() / 60_000) * 60_000;
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: minute });
  await library.undo(2);
  vi.setSystemTime(minute + 20_000);
  await library.folder.write('Hadith/Intentions.pdf', 'intentions');
  await library.publish();
  vi.setSystemTime(minute + 40_000);
  await library.undo(4);
  const undoneFiles = Object.keys(await library.files()).filter((path) => path.includes('Intentions'));
  expect(undoneFiles.map((path) => path.split('/').at(-1)).sort()).toEqual([
    'Intentions (2).pdf',
    'Intentions.pdf',
  ]);
});

test('reports expired files and undoes the rest', async () => {
  const [names] = library.local.log
    .changesOf(2)
    .filter(({ before: state }) => state?.fileName === 'Names.pdf');
  const fileId = names?.before?.fileId ?? '';
  await library.local.backend.write((batch) => batch.removeFile('pdfs', fileId));
  const { skipped } = await library.planUndo(2);
  expect(skipped).toEqual([{ path: { category: 'Creed', fileName: 'Names.pdf' }, reason: 'expired' }]);
  await library.undo(2);
  const { 'Creed/Names.pdf': _, ...rest } = initialLessons;
  expect(await library.onlineLessons()).toEqual(pdfContents(rest));
});
