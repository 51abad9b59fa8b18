import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backend, openBackend } from '#backend/backend.ts';
import type { PdfFactsReader } from '#reader/pdf-process.ts';
import { scanFolder } from '../../src/library/folder/scan.ts';
import { plan } from '../../src/library/plan/plan.ts';
import { type LocalLibrary, openLocalLibrary } from '../../src/library/store/local-library.ts';
import { findPublicationToUndo, readHistory } from '../../src/library/store/log.ts';
import { publish } from '../../src/library/store/publish.ts';
import { type Disk, realDisk } from '../../src/library/undo/carry-out.ts';
import { finishUndo, type PlannedUndo, performUndo, planUndo } from '../../src/library/undo/undo.ts';
import { projectSchema } from '../support/backend.ts';
import { LessonFolder, pdf } from './lesson-folder.ts';
import { localIds } from './running-site.ts';

const longName = `${'ط'.repeat(123)}.pdf`; // 250 bytes
/** The lessons before `changeFolder`. */
export const initialLessons = {
  'Fiqh/Wudu.pdf': 'wudu',
  'Fiqh/Prayer.pdf': 'prayer',
  'Fiqh/Zakah.pdf': 'zakah',
  'Creed/Names.pdf': 'names',
  'Creed/Pillars.pdf': 'pillars',
  [`Fiqh/${longName}`]: 'long',
  'السيرة/الدرس ١.pdf': 'one',
  'السيرة/الدرس ٢.pdf': 'two',
};
/** The lessons after `changeFolder`: new, corrected, swapped, moved and removed ones, and a renamed category. */
export const changedLessons = {
  'Fiqh/Wudu.pdf': 'prayer',
  'Fiqh/Prayer.pdf': 'wudu',
  'Creed/Pillars.pdf': 'pillars',
  'Hadith/Zakah.pdf': 'zakah',
  [`Hadith/${longName}`]: 'long',
  'سيرة النبي/الدرس ١.pdf': 'one, corrected',
  'سيرة النبي/الدرس ٢.pdf': 'two',
  'Hadith/Intentions.pdf': 'intentions',
};

/** Pretends that every PDF is readable, because hundreds of scans would take too long. */
const pdfs: PdfFactsReader = {
  readFacts: async () => ({ pages: 1, pictures: 0 }),
};

/** Simulates the kill of the process: thrown at the chosen step and at every later one. */
export class Killed extends Error {}

/** A folder of lessons and a library in a data folder; nothing else survives `restart`. */
export class TestLibrary {
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
    return [await LessonFolder.make(lessons), await mkdtemp(join(tmpdir(), 'minbar-library-'))];
  }

  static async make(lessons = initialLessons): Promise<TestLibrary> {
    const library = new TestLibrary(...(await TestLibrary.empty(lessons)));
    await library.publish();
    return library;
  }

  /** Changes the folder from `initialLessons` to `changedLessons` without publishing it. */
  async changeFolder(): Promise<void> {
    await rename(join(this.folder.path, 'السيرة'), join(this.folder.path, 'سيرة النبي'));
    for (const path of ['Fiqh', 'Creed/Names.pdf']) await this.folder.remove(path);
    for (const [path, text] of Object.entries(changedLessons)) await this.folder.write(path, text);
  }

  /** Copies the folder and the data folder, so that a test can start again from this state. */
  async copy(): Promise<TestLibrary> {
    const [folder, dataDir] = await TestLibrary.empty();
    await this.backend.close();
    await cp(this.folder.path, folder.path, { recursive: true });
    await cp(this.dataDir, dataDir, { recursive: true });
    this.reopen();
    return new TestLibrary(folder, dataDir);
  }

  private reopen(): void {
    this.backend = openBackend({ dataDir: this.dataDir, schema: projectSchema, apiKeys: [] });
    this.local = openLocalLibrary(this.backend, localIds);
  }

  /** Reopens the library, as another process would. */
  async restart(): Promise<void> {
    await this.backend.close();
    this.reopen();
  }

  async cleanUp(): Promise<void> {
    await this.backend.close();
    await this.folder.delete();
    await rm(this.dataDir, { recursive: true });
  }

  scan = () => scanFolder({ folder: this.folder.path, maxFileBytes: 10_000, settleMs: 0, pdfs });

  private get options() {
    return { local: this.local, folder: this.folder.path, dataDir: this.dataDir, scan: this.scan };
  }

  async publish(local = this.local, disk: Disk = realDisk) {
    await finishUndo({ ...this.options, disk });
    const proposal = plan(await this.scan(), local.read(), new Date().toISOString());
    return publish(local, { plan: proposal, folder: this.folder.path, by: 'owner' });
  }

  async undo(number: number, disk: Disk = realDisk) {
    const finishedUndo = await finishUndo({ ...this.options, disk });
    return finishedUndo ?? this.performUndo(await this.planUndo(number), disk);
  }

  performUndo(plannedUndo: PlannedUndo, disk: Disk = realDisk) {
    return performUndo(plannedUndo, { ...this.options, disk });
  }

  /** Returns the publication that the next undo without a number undoes; null if there is none. */
  nextToUndo() {
    return findPublicationToUndo(readHistory(this.local.log), null);
  }

  async planUndo(number: number) {
    const record = findPublicationToUndo(readHistory(this.local.log), number);
    if (!record) throw new Error(`no publication ${number}`);
    return planUndo(this.local, record, await this.scan());
  }

  /** Maps the path of every file in the folder, including hidden files and drafts, to its content. */
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

  /** Maps the paths that do not begin with `_` or a dot, as those of unpublished files do, to the content of the files. */
  async lessons(): Promise<Record<string, string>> {
    const files = Object.entries(await this.files());
    return Object.fromEntries(files.filter(([path]) => !/^[_.]/.test(path)));
  }

  /** Maps the path of each published lesson to its content. Rejects if a lesson's file is missing. */
  async onlineLessons(): Promise<Record<string, string>> {
    const texts = this.local
      .read()
      .lessons.map(async ({ category, fileName, fileId }) => [
        `${category}/${fileName}`,
        await readFile(this.local.filePath(fileId) ?? 'no file', 'utf8'),
      ]);
    return Object.fromEntries(await Promise.all(texts));
  }
}

/** Maps each path to the content of the PDF with its text. */
export const pdfContents = (lessons: Record<string, string>) =>
  Object.fromEntries(Object.entries(lessons).map(([path, text]) => [path, pdf(text)]));

type Fault = 'killed before' | 'killed after' | 'refused';

/** Runs steps. The one with the number `step`, from 0, is refused or kills the process; with -1 none fails. `steps` counts them. */
function createFault(step: number, how: Fault) {
  let count = 0;
  let isKilled = false;
  const run = async <Result>(name: string, action: () => Promise<Result>): Promise<Result> => {
    if (isKilled) throw new Killed();
    const isFault = count++ === step;
    if (isFault && how === 'refused') throw Object.assign(new Error('no'), { code: 'EACCES', syscall: name });
    isKilled = isFault;
    if (isFault && how === 'killed before') throw new Killed();
    const result = await action();
    if (isFault) throw new Killed();
    return result;
  };
  return { run, steps: () => count };
}

/** Creates a disk that fails at one step, as `createFault` describes. */
export function createFaultyDisk(step: number, how: Fault) {
  const { run, steps } = createFault(step, how);
  const wrapped = Object.fromEntries(
    Object.entries(realDisk).map(([name, action]) => [
      name,
      async (...args: unknown[]) => {
        const perform = () => (action as (...all: unknown[]) => Promise<unknown>)(...args);
        // Refusals, and the count of their steps, concern the owner's folder only, not the data folder.
        const isCounted = how !== 'refused' || !['saveState', 'removeState'].includes(name);
        return isCounted ? run(name, perform) : perform();
      },
    ]),
  ) as unknown as Disk;
  return { disk: wrapped, steps };
}

/** Wraps a library so that one of its writes kills the process, as `createFault` describes. */
export function createKillable(local: LocalLibrary, step: number, how: 'killed before' | 'killed after') {
  const { run, steps } = createFault(step, how);
  const wrapped: LocalLibrary = {
    ...local,
    storeFile: (...args) => run('storeFile', () => local.storeFile(...args)),
    commit: (...args) => run('commit', () => local.commit(...args)),
  };
  return { local: wrapped, steps };
}
