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
import { after, before, Desk, faulty, Killed, whole } from '../../../tests/library/desk.ts';
import { pdf } from '../../../tests/library/lesson-folder.ts';

let template: Desk;
let desk: Desk;
beforeAll(async () => {
  template = await Desk.make();
  await template.change();
  await template.publish();
});
afterAll(() => template.leave());
beforeEach(async () => {
  desk = await template.copy();
});
afterEach(() => desk.leave());

const ids = () => desk.local.read().lessons.map(({ id }) => id);

test('all of a publication is undone, in the folder and for visitors, and nothing is deleted', async () => {
  expect(await desk.visitors()).toEqual(whole(after));
  const former = ids();
  expect(await desk.undo(2)).toEqual({ number: 2, refused: [], failures: [] });
  expect(await desk.lessons()).toEqual(whole(before));
  expect(await desk.visitors()).toEqual(whole(before));
  // The one that was new is gone, the one that was removed is back under its own id.
  expect(ids().filter((id) => former.includes(id))).toHaveLength(7);
  const aside = Object.entries(await desk.files()).filter(([path]) => path.startsWith('_undone'));
  expect(aside.map(([, text]) => text).sort()).toEqual([pdf('intentions'), pdf('one, corrected')]);
});

test.each(['killed before', 'killed after'] as const)(
  '%s any step, no file is lost, visitors find every lesson, and the next run does the rest',
  async (how) => {
    const counter = faulty(-1, how);
    await desk.undo(2, counter.disk);
    const outcome = await desk.lessons();
    expect(outcome).toEqual(whole(before));
    const steps = counter.steps();
    expect(steps).toBeGreaterThan(12);
    for (let step = 0; step < steps; step++) {
      await desk.leave();
      desk = await template.copy();
      const { disk } = faulty(step, how);
      await expect(desk.undo(2, disk), `${how} step ${step}`).rejects.toThrow(Killed);
      for (const text of Object.values(whole(after)))
        expect(Object.values(await desk.files()), `${how} step ${step}`).toContain(text);
      const online = await desk.visitors();
      expect([whole(before), whole(after)], `${how} step ${step}`).toContainEqual(online);
      await desk.restart();
      // The owner's command and the running site come to the same.
      if (step % 2 === 0) await desk.undo(2);
      else await desk.publish();
      // Killed before anything had moved, the site publishes what it finds.
      if (desk.next()?.number === 2) await desk.undo(2);
      expect(await desk.lessons(), `${how} step ${step}`).toEqual(outcome);
      expect(await desk.visitors(), `${how} step ${step}`).toEqual(outcome);
      const leftovers = Object.keys(await desk.files()).filter((path) => path.startsWith('_undoing'));
      expect(leftovers, `${how} step ${step}`).toEqual([]);
      await desk.publish();
      expect(await desk.visitors()).toEqual(outcome);
    }
  },
);

test('a step that the disk refuses is reported, loses nothing, and succeeds later', async () => {
  const counter = faulty(-1, 'refused');
  await desk.undo(2, counter.disk);
  for (let step = 0; step < counter.steps(); step++) {
    await desk.leave();
    desk = await template.copy();
    const { refused } = await desk.undo(2, faulty(step, 'refused').disk);
    for (const text of Object.values(whole(after)))
      expect(Object.values(await desk.files()), `step ${step}`).toContain(text);
    expect(await desk.visitors()).toEqual(await desk.lessons());
    // The last step only tidies up.
    if (refused.length > 0) {
      // It does not count as undone, and the next undo does not pass over it to the publication before.
      expect(desk.next()).toMatchObject({ number: 2, undone: false, partlyUndone: true });
      await desk.undo(2);
    }
    expect(desk.next()).toMatchObject({ number: 1 });
    expect(await desk.lessons(), `step ${step}`).toEqual(whole(before));
    expect(await desk.visitors()).toEqual(whole(before));
  }
});

describe('one change of many', () => {
  test('is taken back by its number, and what came after it stays', async () => {
    await desk.folder.write('Hadith/Zakah.pdf', 'zakah, corrected');
    await desk.folder.write('Hadith/Later.pdf', 'later');
    await desk.publish();
    await desk.undo(2);
    const expected = { ...before, 'Fiqh/Zakah.pdf': 'zakah, corrected', 'Hadith/Later.pdf': 'later' };
    expect(await desk.lessons()).toEqual(whole(expected));
    expect(await desk.visitors()).toEqual(whole(expected));
  });

  test('what was changed again since stays as it is, and is reported', async () => {
    await desk.folder.write('سيرة النبي/الدرس ١.pdf', 'one, third edition');
    await desk.publish();
    const { left } = await desk.planned(2);
    expect(left).toEqual([{ at: { category: 'السيرة', fileName: 'الدرس ١.pdf' }, why: 'changed' }]);
    await desk.undo(2);
    expect((await desk.visitors())['السيرة/الدرس ١.pdf']).toBe(pdf('one, third edition'));
  });

  test('an undo can itself be taken back', async () => {
    await desk.undo(2);
    await desk.undo(3);
    expect(await desk.visitors()).toEqual(whole(after));
    expect(await desk.lessons()).toEqual(whole(after));
  });
});

test('a file that comes back has the date of its lesson, so that its publication does not wait for a copy to end', async () => {
  await desk.undo(2);
  const names = desk.local.read().lessons.find(({ fileName }) => fileName === 'Names.pdf');
  const { mtimeMs } = await stat(join(desk.folder.path, 'Creed/Names.pdf'));
  expect(Math.round(mtimeMs)).toBe(Date.parse(names?.publishedAt ?? ''));
});

test('twice within a minute: each keeps what it moves out beside the other', async () => {
  const minute = Math.ceil(Date.now() / 60_000) * 60_000;
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: minute });
  await desk.undo(2);
  vi.setSystemTime(minute + 20_000);
  await desk.folder.write('Hadith/Intentions.pdf', 'intentions');
  await desk.publish();
  vi.setSystemTime(minute + 40_000);
  await desk.undo(4);
  const aside = Object.keys(await desk.files()).filter((path) => path.includes('Intentions'));
  expect(aside.map((path) => path.split('/').at(-1)).sort()).toEqual([
    'Intentions (2).pdf',
    'Intentions.pdf',
  ]);
});

test('a path that another file has taken stays, and nothing is overwritten', async () => {
  await desk.folder.write('Fiqh/Zakah.pdf', 'another');
  const { left } = await desk.planned(2);
  expect(left).toEqual([{ at: { category: 'Fiqh', fileName: 'Zakah.pdf' }, why: 'taken' }]);
  await desk.undo(2);
  expect(await desk.lessons()).toEqual(
    whole({ ...before, 'Fiqh/Zakah.pdf': 'another', 'Hadith/Zakah.pdf': 'zakah' }),
  );
});

test('what is no longer kept is reported, and the rest is taken back', async () => {
  const [names] = desk.local.log.changesOf(2).filter(({ before: state }) => state?.fileName === 'Names.pdf');
  const fileId = names?.before?.fileId ?? '';
  await desk.local.backend.write((batch) => batch.removeFile('pdfs', fileId));
  const { left } = await desk.planned(2);
  expect(left).toEqual([{ at: { category: 'Creed', fileName: 'Names.pdf' }, why: 'expired' }]);
  await desk.undo(2);
  const { 'Creed/Names.pdf': _, ...rest } = before;
  expect(await desk.visitors()).toEqual(whole(rest));
});
