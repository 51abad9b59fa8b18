import { existsSync, lstatSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { saveJson } from '#settings/json-file.ts';
import type { FolderLesson, LessonPath, LessonState, UndoRefusal } from '../plan/model.ts';
import { addNumber, cleanName, toTemporaryName } from '../plan/names.ts';
import { readFileContent } from '../store/content.ts';
import type { FileStep, UndoStep } from './undo-plan.ts';

export interface UndoFailure {
  step: UndoStep;
  reason: UndoRefusal;
  /** The original error; after a resume, only its properties such as `code` and `path`. */
  error: unknown;
}

interface Rename {
  from: string;
  to: string;
}

/** File operations of a step: `out` moves a file to the staging folder or to `_undone …`, `in` moves a staged file to its new path. */
interface FileMove {
  step: FileStep;
  out?: Rename;
  in?: Rename;
}

/** Saved state of a running undo, for resuming it after an interruption. */
export interface UndoState {
  folder: string;
  /** Number of the publication that is undone. */
  number: number;
  /** Time of its start (ISO 8601). */
  startedAt: string;
  /** Staging folder next to the category folders, which is not published. */
  staging: string;
  phase: 'prepare' | 'out' | 'in' | 'done';
  moves: FileMove[];
  failures: UndoFailure[];
}

/** File operations of an undo; tests replace them to simulate failures. */
export const realDisk = {
  saveState: async (path: string, state: UndoState): Promise<void> => saveJson(path, state),
  removeState: async (path: string): Promise<void> => rm(path, { force: true }),
  copy: (from: string, to: string): Promise<void> => copyFile(from, to),
  rename: (from: string, to: string): Promise<void> => rename(from, to),
  remove: (path: string): Promise<void> => rm(path, { recursive: true, force: true }),
};
export type Disk = typeof realDisk;

export interface CarryOutOptions {
  /** Path of the saved state of the undo. */
  statePath: string;
  /** Returns the path of a stored file; undefined if it is not stored. */
  filePath(fileId: string): string | undefined;
  disk: Disk;
}

/**
 * Renames folders, copies stored files to the staging folder, moves all files out of their paths, then moves files to the new paths.
 * Overwrites and deletes no file of the owner. If a step fails, moves its file back and continues. Returns the failed steps.
 */
export async function performSteps(
  steps: UndoStep[],
  { folder, number, startedAt }: Pick<UndoState, 'folder' | 'number' | 'startedAt'>,
  options: CarryOutOptions,
): Promise<UndoFailure[]> {
  const { disk, statePath } = options;
  const stamp = startedAt.slice(0, 16).replace(/[T:]/g, '-');
  const state: UndoState = {
    folder,
    number,
    startedAt,
    // A folder of this name can have a file that an earlier undo could not move back.
    staging: findFreePath(join(folder, `_undoing ${stamp}`)),
    phase: 'prepare',
    moves: [],
    failures: [],
  };
  await disk.saveState(statePath, state);
  await mkdir(state.staging, { recursive: true });
  const attempt = async (step: UndoStep, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      state.failures.push(failureOf(step, error));
    }
  };
  const names = new Map<string, string>();
  for (const step of steps)
    if (step.kind === 'folder')
      await attempt(step, async () => {
        names.set(step.to, step.from);
        await renameFolder(folder, step, disk);
        names.delete(step.to);
      });
  const outsideFolder = join(folder, `_undone ${stamp}`);
  const prepareOptions = { ...options, folder, staging: state.staging, outsideFolder, names };
  for (const [index, step] of steps.entries())
    if (step.kind !== 'folder')
      await attempt(step, async () => {
        state.moves.push(await prepareMove(step, index, prepareOptions));
      });
  state.phase = 'out';
  await disk.saveState(statePath, state);
  return moveFiles(state, options);
}

/**
 * Resumes an interrupted undo; returns the failed steps. Null means that no file had been moved, only folders possibly renamed, so the
 * undo must be planned again.
 */
export async function resume(state: UndoState, options: CarryOutOptions): Promise<UndoFailure[] | null> {
  if (state.phase !== 'prepare') return moveFiles(state, options);
  await options.disk.remove(state.staging);
  await options.disk.removeState(options.statePath);
  return null;
}

async function moveFiles(state: UndoState, { disk, statePath }: CarryOutOptions): Promise<UndoFailure[]> {
  const { failures } = state;
  const perform = async (nextPhase: UndoState['phase'], work: (move: FileMove) => Promise<void>) => {
    const doneMoves: FileMove[] = [];
    for (const move of state.moves) {
      try {
        await work(move);
        doneMoves.push(move);
      } catch (error) {
        failures.push(failureOf(move.step, error));
        await revert(move);
      }
    }
    // A resumed undo neither repeats nor forgets the failed moves.
    state.moves = doneMoves;
    state.phase = nextPhase;
    await disk.saveState(statePath, state);
  };
  /** Moves the file of a failed step back, and removes a copy. If the disk refuses, the file stays, and another failure names it. */
  const revert = async ({ step, out, in: target }: FileMove) => {
    const results = await Promise.allSettled([
      out && state.phase === 'in' && moveBack(out, disk),
      step.state && target && disk.remove(target.from),
    ]);
    // The message for this reason contains the error's path.
    for (const result of results)
      if (result.status === 'rejected') failures.push({ ...failureOf(step, result.reason), reason: 'other' });
  };
  if (state.phase === 'out')
    await perform('in', async ({ step, out }) => {
      if (!out) return;
      await refuseOtherContent(step, out.from);
      await moveToFreePath(out, disk);
    });
  if (state.phase === 'in')
    await perform('done', async ({ in: target }) => {
      if (target) await moveToFreePath(target, disk);
    });
  const leftovers = await readdir(state.staging).catch(() => []);
  if (leftovers.length === 0)
    await disk.remove(state.staging).catch((error: NodeJS.ErrnoException) => {
      // A leftover empty folder is harmless.
      if (!error.syscall) throw error;
    });
  return failures;
}

/** Throws if a file that is still at its path has other content than the plan expects, even after an interruption. */
async function refuseOtherContent({ from }: FileStep, path: string): Promise<void> {
  if (!from || !existsSync(path)) return;
  if ((await readFileContent(path)).contentId !== from.contentId) throw new StepFailed('changed');
}

/** Moves a file back or, if its path is taken, to a temporary name next to it, so that its lesson stays published. */
async function moveBack({ from, to }: Rename, disk: Disk): Promise<void> {
  const temporaryPath = join(dirname(from), toTemporaryName(basename(from)));
  if (existsSync(to))
    await moveToFreePath({ from: to, to: existsSync(from) ? findFreePath(temporaryPath) : from }, disk);
}

interface PrepareOptions extends CarryOutOptions {
  folder: string;
  staging: string;
  /** Folder for files that are moved out of the categories. */
  outsideFolder: string;
  /** Current names of folders that could not be renamed, by their former names. */
  names: Map<string, string>;
}

async function prepareMove(step: FileStep, index: number, options: PrepareOptions): Promise<FileMove> {
  const { folder, staging, outsideFolder, names } = options;
  const path = step.from && (await findScannedFile(folder, step.from));
  const target = step.kind === 'replace' ? path : step.to && (await findPath(folder, step.to, names));
  const stagedPath = join(staging, `${index}.pdf`);
  if (step.state) await stageFile(step.state, stagedPath, options);
  const outsideOf = (path: string) => findFreePath(join(outsideFolder, path.slice(folder.length + 1)));
  return {
    step,
    ...(path && { out: { from: path, to: step.kind === 'move' ? stagedPath : outsideOf(path) } }),
    ...(target && { in: { from: stagedPath, to: target } }),
  };
}

/** Copies a stored file to the staging folder. Rejects with `StepFailed` if the stored file is missing or damaged. */
async function stageFile(
  { fileId, contentId, publishedAt }: LessonState,
  stagedPath: string,
  { filePath, disk }: CarryOutOptions,
): Promise<void> {
  const source = filePath(fileId);
  if (!source) throw new StepFailed('expired');
  await disk.copy(source, stagedPath);
  // A new date would make the publication wait, as for a file that is being copied.
  await utimes(stagedPath, new Date(publishedAt), new Date(publishedAt)).catch(() => undefined);
  if ((await readFileContent(stagedPath)).contentId === contentId) return;
  await disk.remove(stagedPath);
  throw new StepFailed('expired');
}

async function renameFolder(folder: string, names: Rename, disk: Disk): Promise<void> {
  const from = join(folder, await findNameOnDisk(folder, names.from));
  const to = join(folder, names.to);
  // On some disks, names that differ only in case are the same folder.
  const isOther = existsSync(to) && lstatSync(to).ino !== lstatSync(from).ino;
  if (isOther && (await readdir(to)).length > 0) throw new StepFailed('taken');
  await disk.rename(from, to);
}

/** Moves a file to a free path. Repeating a completed move changes nothing. */
async function moveToFreePath({ from, to }: Rename, disk: Disk): Promise<void> {
  if (existsSync(to)) {
    if (existsSync(from)) throw new StepFailed('taken');
    return;
  }
  await mkdir(dirname(to), { recursive: true });
  await disk.rename(from, to);
}

function findFreePath(path: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? basename(path) : addNumber(basename(path), number);
    if (!existsSync(join(dirname(path), name))) return join(dirname(path), name);
  }
}

/** Returns the path of a scanned file on the disk; if it is no longer there, the undo has given its category's folder another name. */
async function findScannedFile(folder: string, { path, category }: FolderLesson): Promise<string> {
  const scannedPath = join(folder, path);
  if (existsSync(scannedPath)) return scannedPath;
  return join(folder, await findNameOnDisk(folder, category), basename(path));
}

/** Returns the new path of a lesson on the disk, in the spelling of the existing folder and of a file that has its name. */
async function findPath(
  folder: string,
  { category, fileName }: LessonPath,
  names: Map<string, string>,
): Promise<string> {
  const categoryPath = join(folder, await findNameOnDisk(folder, names.get(category) ?? category));
  return join(categoryPath, await findNameOnDisk(categoryPath, fileName));
}

async function findNameOnDisk(folder: string, name: string): Promise<string> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.includes(name) ? name : (names.sort().find((entry) => cleanName(entry) === name) ?? name);
}

/** Thrown if a step cannot be performed. */
class StepFailed extends Error {
  readonly reason: UndoRefusal;

  constructor(reason: UndoRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Reasons for failures by system error code. */
const reasons: Record<string, UndoRefusal> = {
  EEXIST: 'taken',
  ENOTEMPTY: 'taken',
  EISDIR: 'taken',
  ENOTDIR: 'taken',
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
  EBUSY: 'refused',
  ENOENT: 'changed',
  ENOSPC: 'diskFull',
};

/** Describes the failure of a step. Rethrows errors that are not from the file system. */
function failureOf(step: UndoStep, error: unknown): UndoFailure {
  if (error instanceof StepFailed) return { step, reason: error.reason, error };
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (!syscall) throw error;
  return { step, reason: reasons[code] ?? 'other', error };
}
