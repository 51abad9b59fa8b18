import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backend, openBackend } from '#backend/backend.ts';
import type { PdfOpener } from '#reader/pdf-process.ts';
import { scanFolder } from '../../src/library/folder/scan.ts';
import { plan } from '../../src/library/plan/plan.ts';
import { type LocalLibrary, openLocalLibrary } from '../../src/library/store/local-library.ts';
import { nextToUndo, readHistory } from '../../src/library/store/log.ts';
import { publish } from '../../src/library/store/publish.ts';
import { type Disk, realDisk } from '../../src/library/undo/carry-out.ts';
import { finishUndo, planUndo, takeBack } from '../../src/library/undo/undo.ts';
import { projectSchema } from '../support/backend.ts';
import { LessonFolder, pdf } from './lesson-folder.ts';
import { localIds } from './running-site.ts';

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
/** All kinds of changes: new, corrected, exchanged, moved and removed lessons, a renamed category, and a long name. */
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

/** All of them open; hundreds of scans do not test opening. */
const pdfs: PdfOpener = {
  open: async () => ({ pages: 1, pictures: 0 }),
};

/** The process was killed. */
export class Killed extends Error {}

/** An owner with a folder of lessons and a library in a data folder; nothing else survives a restart. */
export class Desk {
  readonly folder: LessonFolder;
  readonly dataDir: string;
  local: LocalLibrary;
  private backend: Backend;

  private constructor(folder: LessonFolder, dataDir: string) {
    this.folder = folder;
    this.dataDir = dataDir;
    this.backend = openBackend({ dataDir, schema: projectSchema, apiKeys: [] });
    this.local = openLocalLibrary(this.backend, localIds);
  }

  private static async empty(lessons: Record<string, string> = {}): Promise<[LessonFolder, string]> {
    return [await LessonFolder.make(lessons), await mkdtemp(join(tmpdir(), 'minbar-desk-'))];
  }

  static async make(lessons = before): Promise<Desk> {
    const desk = new Desk(...(await Desk.empty(lessons)));
    await desk.publish();
    return desk;
  }

  /** Changes the folder to the state `after` without publishing it. */
  async change(): Promise<void> {
    await rename(join(this.folder.path, 'السيرة'), join(this.folder.path, 'سيرة النبي'));
    for (const path of ['Fiqh', 'Creed/Names.pdf']) await this.folder.remove(path);
    for (const [path, text] of Object.entries(after)) await this.folder.write(path, text);
  }

  /** The same desk again, for another ending. */
  async copy(): Promise<Desk> {
    const [folder, dataDir] = await Desk.empty();
    await this.backend.close();
    await cp(this.folder.path, folder.path, { recursive: true });
    await cp(this.dataDir, dataDir, { recursive: true });
    this.reopen();
    return new Desk(folder, dataDir);
  }

  private reopen(): void {
    this.backend = openBackend({ dataDir: this.dataDir, schema: projectSchema, apiKeys: [] });
    this.local = openLocalLibrary(this.backend, localIds);
  }

  /** Another process continues. */
  async restart(): Promise<void> {
    await this.backend.close();
    this.reopen();
  }

  async leave(): Promise<void> {
    await this.backend.close();
    await this.folder.delete();
    await rm(this.dataDir, { recursive: true });
  }

  scan = () => scanFolder({ folder: this.folder.path, largest: 10_000, settle: 0, pdfs });

  private get options() {
    return { local: this.local, folder: this.folder.path, dataDir: this.dataDir, scan: this.scan };
  }

  async publish(local = this.local, disk: Disk = realDisk) {
    await finishUndo({ ...this.options, disk });
    const proposal = plan(await this.scan(), local.read(), new Date().toISOString());
    return publish(local, { plan: proposal, folder: this.folder.path, by: 'owner' });
  }

  async undo(number: number, disk: Disk = realDisk) {
    const finished = await finishUndo({ ...this.options, disk });
    return finished ?? takeBack(await this.planned(number), { ...this.options, disk });
  }

  /** Returns the publication that the next undo without a number undoes. */
  next() {
    return nextToUndo(readHistory(this.local.log), null);
  }

  async planned(number: number) {
    const record = nextToUndo(readHistory(this.local.log), number);
    if (!record) throw new Error(`no publication ${number}`);
    return planUndo(this.local, record, await this.scan());
  }

  /** Lists every file of the folder, including hidden files and drafts. */
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

  /** The files of the folder that are published. */
  async lessons(): Promise<Record<string, string>> {
    const files = Object.entries(await this.files());
    return Object.fromEntries(files.filter(([path]) => !/^[_.]/.test(path)));
  }

  /** Returns the paths and contents that visitors find. Rejects if a lesson's file is missing. */
  async visitors(): Promise<Record<string, string>> {
    const texts = this.local
      .read()
      .lessons.map(async ({ category, fileName, fileId }) => [
        `${category}/${fileName}`,
        await readFile(this.local.filePath(fileId) ?? 'no file', 'utf8'),
      ]);
    return Object.fromEntries(await Promise.all(texts));
  }
}

export const whole = (lessons: Record<string, string>) =>
  Object.fromEntries(Object.entries(lessons).map(([path, text]) => [path, pdf(text)]));

/** Creates a disk on which one step fails, or is the last before a kill. */
export function faulty(step: number, how: 'killed before' | 'killed after' | 'refused') {
  let count = 0;
  let dead = false;
  const wrapped = Object.fromEntries(
    Object.entries(realDisk).map(([name, action]) => [
      name,
      async (...args: unknown[]) => {
        if (dead) throw new Killed();
        // Steps in the data folder do not count: only the owner's folder refuses something.
        const isLast = how === 'refused' && ['save', 'forget'].includes(name) ? false : count++ === step;
        if (isLast && how === 'refused')
          throw Object.assign(new Error('no'), { code: 'EACCES', syscall: name });
        dead = isLast;
        if (isLast && how === 'killed before') throw new Killed();
        const result = await (action as (...all: unknown[]) => Promise<unknown>)(...args);
        if (isLast) throw new Killed();
        return result;
      },
    ]),
  ) as unknown as Disk;
  return { disk: wrapped, steps: () => count };
}

/** A library in which each write can be the process's last. */
export function mortal(local: LocalLibrary, step: number, how: 'killed before' | 'killed after') {
  let count = 0;
  let dead = false;
  const write =
    <Args extends unknown[]>(action: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      if (dead) throw new Killed();
      const isLast = count++ === step;
      dead = isLast;
      if (isLast && how === 'killed before') throw new Killed();
      await action(...args);
      if (isLast) throw new Killed();
    };
  const { storeFile, commit } = local;
  const wrapped: LocalLibrary = { ...local, storeFile: write(storeFile), commit: write(commit) };
  return { local: wrapped, steps: () => count };
}
