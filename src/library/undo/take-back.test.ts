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
import { after, before, Desk, faulty, whole } from '../../../tests/library/desk.ts';
import { pdf } from '../../../tests/library/lesson-folder.ts';
import { Killed } from '../../../tests/library/memory-catalogue.ts';

let made: Desk;
let desk: Desk;
beforeAll(async () => {
  made = await Desk.make();
});
afterAll(() => made.folder.delete());
beforeEach(async () => {
  desk = await made.copy();
});
afterEach(() => desk.folder.delete());

test('everything of a publication is taken back, in the folder and for visitors, and nothing is deleted', async () => {
  expect(desk.visitors()).toEqual(whole(after));
  const ids = [...desk.shelf.lessons.keys()].sort();
  expect(await desk.undo(2)).toEqual({ number: 2, refused: [], failures: [] });
  expect(await desk.lessons()).toEqual(whole(before));
  expect(desk.visitors()).toEqual(whole(before));
  // The one that was new is gone, the one that was removed is back under its own id.
  expect([...desk.shelf.lessons.keys()].filter((id) => ids.includes(id))).toHaveLength(7);
  const aside = Object.entries(await desk.files()).filter(([path]) => path.startsWith('_undone'));
  expect(aside.map(([, text]) => text).sort()).toEqual([pdf('intentions'), pdf('one, corrected')]);
});

describe.each([true, false])('hard links: %s', (hasLinks) => {
  test.each(['killed before', 'killed after'] as const)(
    '%s any step, no lesson is out of the folder, and whoever comes next does the rest',
    async (how) => {
      const counted = faulty(-1, how, hasLinks);
      await desk.undo(2, counted.disk);
      const outcome = await desk.lessons();
      expect(outcome).toEqual(whole(before));
      const steps = counted.steps();
      expect(steps).toBeGreaterThan(12);
      for (let step = 0; step < steps; step++) {
        await desk.folder.delete();
        desk = await made.copy();
        const { disk } = faulty(step, how, hasLinks);
        await expect(desk.undo(2, disk), `${how} step ${step}`).rejects.toThrow(Killed);
        // Only what the owner agreed to take away may be missing.
        expect((await desk.losses()).filter((name) => name !== 'Intentions.pdf')).toEqual([]);
        // The owner's command and the running site come to the same.
        const next = faulty(-1, how, hasLinks).disk;
        if (step % 2 === 0) await desk.undo(2, next);
        else await desk.publish(next);
        expect(await desk.lessons(), `${how} step ${step}`).toEqual(outcome);
        expect(desk.visitors(), `${how} step ${step}`).toEqual(outcome);
        const leftovers = Object.keys(await desk.files()).filter((path) => path.includes('.minbar-'));
        expect(leftovers, `${how} step ${step}`).toEqual([]);
        await desk.publish();
        expect(desk.visitors()).toEqual(outcome);
      }
    },
    120_000,
  );

  test('a step that the disk refuses is said, loses nothing, and is done when it is put right', async () => {
    const counted = faulty(-1, 'refused', hasLinks);
    await desk.undo(2, counted.disk);
    for (let step = 0; step < counted.steps(); step++) {
      await desk.folder.delete();
      desk = await made.copy();
      const contents = new Set(Object.values(whole(after)));
      const { refused } = await desk.undo(2, faulty(step, 'refused', hasLinks).disk);
      expect(refused.length, `step ${step}`).toBeGreaterThan(0);
      for (const text of contents) expect(Object.values(await desk.files()), `step ${step}`).toContain(text);
      expect(await desk.losses()).toEqual([]);
      expect(desk.visitors()).toEqual(await desk.lessons());
      // It is not told as done, and the next undo does not pass over it to the publication before.
      expect(await desk.next()).toMatchObject({ record: { number: 2, undone: false, partlyUndone: true } });
      await desk.undo(2);
      expect(await desk.next()).toMatchObject({ record: { number: 1 } });
      expect(await desk.lessons(), `step ${step}`).toEqual(whole(before));
      expect(desk.visitors()).toEqual(whole(before));
    }
  });
});

describe('one change of many', () => {
  test('is taken back by its number, and what came after it stays', async () => {
    await desk.folder.write('Hadith/Zakah.pdf', 'zakah, corrected');
    await desk.folder.write('Hadith/Later.pdf', 'later');
    await desk.publish();
    await desk.undo(2);
    const expected = { ...before, 'Fiqh/Zakah.pdf': 'zakah, corrected', 'Hadith/Later.pdf': 'later' };
    expect(await desk.lessons()).toEqual(whole(expected));
    expect(desk.visitors()).toEqual(whole(expected));
  });

  test('what was changed again since stays as it is, and is told', async () => {
    await desk.folder.write('سيرة النبي/الدرس ١.pdf', 'one, third edition');
    await desk.publish();
    const { left } = await desk.planned(2);
    expect(left).toEqual([{ at: { category: 'السيرة', fileName: 'الدرس ١.pdf' }, why: 'changed' }]);
    await desk.undo(2);
    expect(desk.visitors()['السيرة/الدرس ١.pdf']).toBe(pdf('one, third edition'));
  });

  test('an undo can itself be taken back', async () => {
    await desk.undo(2);
    await desk.undo(3);
    expect(desk.visitors()).toEqual(whole(after));
    expect(await desk.lessons()).toEqual(whole(after));
  });
});

test('twice within a minute: each puts aside beside the other', async () => {
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

test('what another file has taken stays, and nothing is overwritten', async () => {
  await desk.folder.write('Fiqh/Zakah.pdf', 'another');
  const { left } = await desk.planned(2);
  expect(left).toEqual([{ at: { category: 'Fiqh', fileName: 'Zakah.pdf' }, why: 'taken' }]);
  await desk.undo(2);
  expect(await desk.lessons()).toEqual(
    whole({ ...before, 'Fiqh/Zakah.pdf': 'another', 'Hadith/Zakah.pdf': 'zakah' }),
  );
});

test('what is no longer kept is told, and the rest is taken back', async () => {
  const [names] = [...desk.shelf.files].filter(([, { bytes }]) => String(bytes) === pdf('names'));
  desk.shelf.files.delete(names?.[0] ?? '');
  const { left } = await desk.planned(2);
  expect(left).toEqual([{ at: { category: 'Creed', fileName: 'Names.pdf' }, why: 'expired' }]);
  await desk.undo(2);
  const { 'Creed/Names.pdf': _, ...rest } = before;
  expect(desk.visitors()).toEqual(whole(rest));
});
