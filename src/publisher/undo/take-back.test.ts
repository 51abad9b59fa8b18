import { cp, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LessonFolder, pdf } from '../../../tests/publisher/lesson-folder.ts';
import { Killed, MemoryCatalogue, Shelf } from '../../../tests/publisher/memory-catalogue.ts';
import { silent } from '../apply/apply-plan.ts';
import { publish } from '../apply/publish.ts';
import { scanFolder } from '../folder/scan-folder.ts';
import { readHistory } from '../journal/history.ts';
import { readPublished } from '../journal/read-published.ts';
import { plan } from '../plan/plan.ts';
import { type Disk, realDisk } from './disk.ts';
import { finishUndo } from './finish-undo.ts';
import { planUndo, takeBack } from './take-back.ts';

const longName = `${'ط'.repeat(123)}.pdf`; // 250 bytes
const before = {
  'Fiqh/Wudu.pdf': 'wudu',
  'Fiqh/Prayer.pdf': 'prayer',
  'Fiqh/Zakah.pdf': 'zakah',
  'Creed/Names.pdf': 'names',
  'Creed/Pillars.pdf': 'pillars',
  [`Fiqh/${longName}`]: 'long',
  'السيرة/الدرس ١.pdf': 'one',
  'السيرة/الدرس ٢.pdf': 'two',
};
/** Everything at once: new, corrected, names exchanged, moved, removed, category renamed, with a long name among them. */
const after = {
  'Fiqh/Wudu.pdf': 'prayer',
  'Fiqh/Prayer.pdf': 'wudu',
  'Creed/Pillars.pdf': 'pillars',
  'Hadith/Zakah.pdf': 'zakah',
  [`Hadith/${longName}`]: 'long',
  'سيرة النبي/الدرس ١.pdf': 'one, corrected',
  'سيرة النبي/الدرس ٢.pdf': 'two',
  'Hadith/Intentions.pdf': 'intentions',
};

/** An owner, his folder and what is published; nothing else is left when he begins anew. */
class Desk {
  shelf = new Shelf();
  readonly folder: LessonFolder;

  private constructor(folder: LessonFolder) {
    this.folder = folder;
  }

  static async make(): Promise<Desk> {
    const desk = new Desk(await LessonFolder.make(before));
    await desk.publish();
    await rename(join(desk.folder.path, 'السيرة'), join(desk.folder.path, 'سيرة النبي'));
    for (const path of ['Fiqh', 'Creed/Names.pdf']) await desk.folder.remove(path);
    for (const [path, text] of Object.entries(after)) await desk.folder.write(path, text);
    await desk.publish();
    return desk;
  }

  /** The same desk once more, for another end. */
  async copy(): Promise<Desk> {
    const desk = new Desk(await LessonFolder.make());
    await cp(this.folder.path, desk.folder.path, { recursive: true });
    Object.assign(desk.shelf, structuredClone({ ...this.shelf }));
    for (const [id, file] of this.shelf.files) desk.shelf.files.set(id, { ...file });
    return desk;
  }

  scan = () => scanFolder({ folder: this.folder.path, largest: 10_000, settle: 0 });

  async publish(disk: Disk = realDisk): Promise<void> {
    const catalogue = new MemoryCatalogue(this.shelf);
    await finishUndo({ catalogue, folder: this.folder.path, scan: this.scan, disk });
    const library = await readPublished(catalogue);
    const wanted = plan(await this.scan(), library, this.shelf.date());
    await publish({ catalogue, library, plan: wanted, folder: this.folder.path, progress: silent });
  }

  async undo(number: number, disk: Disk = realDisk) {
    const catalogue = new MemoryCatalogue(this.shelf);
    const record = (await readHistory(catalogue)).find((one) => one.number === number);
    if (!record) throw new Error(`no publication ${number}`);
    return takeBack({ catalogue, record, folder: this.folder.path, scan: this.scan, disk });
  }

  async planned(number: number) {
    const catalogue = new MemoryCatalogue(this.shelf);
    const record = (await readHistory(catalogue)).find((one) => one.number === number);
    if (!record) throw new Error(`no publication ${number}`);
    return planUndo(catalogue, record, await this.scan());
  }

  /** Every file of the folder, hidden ones and those put aside included. */
  async files(): Promise<Record<string, string>> {
    const entries = await readdir(this.folder.path, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const texts = files.map(async (path) => [
      path.slice(this.folder.path.length + 1),
      await readFile(path, 'utf8'),
    ]);
    return Object.fromEntries(await Promise.all(texts));
  }

  /** The folder as the owner meant it: what is published from it. */
  async lessons(): Promise<Record<string, string>> {
    const shown = Object.entries(await this.files()).filter(([path]) => !/(^|\/)[._]/.test(path));
    return Object.fromEntries(shown);
  }

  visitors(): Record<string, string> {
    const { categories, lessons, files } = this.shelf;
    return Object.fromEntries(
      [...lessons.values()].map(({ categoryId, fileName, fileId }) => [
        `${categories.get(categoryId ?? '')}/${fileName}`,
        String(files.get(fileId)?.bytes),
      ]),
    );
  }

  /** What publishing the folder as it is now would take off the site. */
  async losses(): Promise<string[]> {
    const library = await readPublished(new MemoryCatalogue(this.shelf));
    const { changes } = plan(await this.scan(), library, '');
    return changes.flatMap(({ kind, before }) => (kind === 'removed' ? (before?.fileName ?? '') : []));
  }
}

const whole = (lessons: Record<string, string>) =>
  Object.fromEntries(Object.entries(lessons).map(([path, text]) => [path, pdf(text)]));

/** A disk each of whose steps can be the last, or fail. */
function faulty(step: number, how: 'killed before' | 'killed after' | 'refused', hasLinks = true) {
  let count = 0;
  let dead = false;
  const wrapped = Object.fromEntries(
    Object.entries(realDisk).map(([name, action]) => [
      name,
      async (...args: unknown[]) => {
        if (dead) throw new Killed();
        const run = () => (action as (...all: unknown[]) => Promise<unknown>)(...args);
        if (['look', 'names'].includes(name)) return run();
        if (name === 'link' && !hasLinks) throw Object.assign(new Error('no links'), { code: 'ENOTSUP' });
        const isLast = count++ === step;
        if (isLast && how === 'refused')
          throw Object.assign(new Error('no'), { code: 'EACCES', syscall: name });
        dead = isLast;
        if (isLast && how === 'killed before') throw new Killed();
        const result = await run();
        if (isLast) throw new Killed();
        return result;
      },
    ]),
  ) as unknown as Disk;
  return { disk: wrapped, steps: () => count };
}

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
  expect(await desk.undo(2)).toEqual({ refused: [], failures: [] });
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
      await desk.undo(2);
      expect(await desk.lessons(), `step ${step}`).toEqual(whole(before));
      expect(desk.visitors()).toEqual(whole(before));
    }
  }, 120_000);
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
    const { steps } = await desk.planned(2);
    expect(steps.left).toEqual([{ at: { category: 'السيرة', fileName: 'الدرس ١.pdf' }, why: 'changed' }]);
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
  await desk.undo(2);
  await desk.folder.write('Hadith/Intentions.pdf', 'intentions');
  await desk.publish();
  await desk.undo(4);
  const aside = Object.keys(await desk.files()).filter((path) => path.includes('Intentions'));
  expect(aside.map((path) => path.split('/').at(-1)).sort()).toEqual([
    'Intentions (2).pdf',
    'Intentions.pdf',
  ]);
});

test('what another file has taken stays, and nothing is overwritten', async () => {
  await desk.folder.write('Fiqh/Zakah.pdf', 'another');
  const { steps } = await desk.planned(2);
  expect(steps.left).toEqual([{ at: { category: 'Fiqh', fileName: 'Zakah.pdf' }, why: 'taken' }]);
  await desk.undo(2);
  expect(await desk.lessons()).toEqual(
    whole({ ...before, 'Fiqh/Zakah.pdf': 'another', 'Hadith/Zakah.pdf': 'zakah' }),
  );
});

test('what is no longer kept is told, and the rest is taken back', async () => {
  const [names] = [...desk.shelf.files].filter(([, { bytes }]) => String(bytes) === pdf('names'));
  desk.shelf.files.delete(names?.[0] ?? '');
  const { steps } = await desk.planned(2);
  expect(steps.left).toEqual([{ at: { category: 'Creed', fileName: 'Names.pdf' }, why: 'expired' }]);
  await desk.undo(2);
  const { 'Creed/Names.pdf': _, ...rest } = before;
  expect(desk.visitors()).toEqual(whole(rest));
});
