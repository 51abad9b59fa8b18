import { cp, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { PdfOpener } from '#reader/engine/pdf-process.ts';
import { silent } from '../../src/library/apply/apply-plan.ts';
import { publish } from '../../src/library/apply/publish.ts';
import { scanFolder } from '../../src/library/folder/scan-folder.ts';
import { nextToUndo, readHistory } from '../../src/library/journal/history.ts';
import { readPublished } from '../../src/library/journal/read-published.ts';
import { plan } from '../../src/library/plan/plan.ts';
import { type Disk, realDisk } from '../../src/library/undo/disk.ts';
import { finishUndo, planUndo, takeBack } from '../../src/library/undo/take-back.ts';
import { LessonFolder, pdf } from './lesson-folder.ts';
import { Killed, MemoryCatalogue, Shelf } from './memory-catalogue.ts';

const longName = `${'ط'.repeat(123)}.pdf`; // 250 bytes
export const before = {
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
export const after = {
  'Fiqh/Wudu.pdf': 'prayer',
  'Fiqh/Prayer.pdf': 'wudu',
  'Creed/Pillars.pdf': 'pillars',
  'Hadith/Zakah.pdf': 'zakah',
  [`Hadith/${longName}`]: 'long',
  'سيرة النبي/الدرس ١.pdf': 'one, corrected',
  'سيرة النبي/الدرس ٢.pdf': 'two',
  'Hadith/Intentions.pdf': 'intentions',
};

/** All of them open; of hundreds of scans none is about that. */
const pdfs: PdfOpener = {
  open: async () => ({ pages: 1, isPictures: false }),
};

/** An owner, his folder and what is published; nothing else is left when he begins anew. */
export class Desk {
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

  scan = () => scanFolder({ folder: this.folder.path, largest: 10_000, settle: 0, pdfs });

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

  /** What the next undo without a number is about. */
  async next() {
    return nextToUndo(await readHistory(new MemoryCatalogue(this.shelf)), null);
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

export const whole = (lessons: Record<string, string>) =>
  Object.fromEntries(Object.entries(lessons).map(([path, text]) => [path, pdf(text)]));

/** A disk each of whose steps can be the last, or fail. */
export function faulty(step: number, how: 'killed before' | 'killed after' | 'refused', hasLinks = true) {
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
