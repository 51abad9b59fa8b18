import { dirname, join } from 'node:path';
import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { FileUnreadable } from '../catalogue/download.ts';
import { readFileContent } from '../content-id.ts';
import { cleanName } from '../folder/lesson-name.ts';
import type { LessonState } from '../plan/change.ts';
import type { Place } from '../plan/place.ts';
import type { Disk } from './disk.ts';
import { keepAside, moveFile, putAside } from './move-file.ts';
import type { UndoStep } from './undo-plan.ts';

export interface UndoFailure {
  step: UndoStep;
  why: 'taken' | 'refused' | 'changed' | 'expired' | 'diskFull' | 'other';
  /** What the system or the backend said, for `other`. */
  error: unknown;
}

interface StepContext {
  folder: string;
  /** The name of the folder that takes what leaves; it begins with "_", so that it is not published. */
  aside: string;
  catalogue: Catalogue;
  disk: Disk;
  /** Folders that could not get their former names: what they would be called, and what they are. */
  names: Map<string, string>;
}

/**
 * Does the steps in the folder, one after the other. Each is complete by itself: a lesson that shall stay has a file at every moment,
 * and nothing is overwritten or deleted. One that fails is returned, and the others go on.
 */
export async function carryOut(steps: UndoStep[], context: Omit<StepContext, 'names'>, signal?: AbortSignal) {
  const failures: UndoFailure[] = [];
  const names = new Map<string, string>();
  for (const step of steps) {
    signal?.throwIfAborted();
    try {
      await doStep(step, { ...context, names });
    } catch (error) {
      const why = reasonOf(error);
      if (!why) throw error;
      failures.push({ step, why, error });
      if (step.kind === 'folder') names.set(step.to, step.from);
    }
  }
  return failures;
}

async function doStep(step: UndoStep, context: StepContext): Promise<void> {
  const { folder, aside, disk } = context;
  const asideOf = (path: string) => join(folder, aside, path.slice(folder.length + 1));
  if (step.kind === 'folder') {
    const from = join(folder, await spelt(disk, folder, step.from));
    const to = join(folder, step.to);
    const [here, there] = await Promise.all([disk.look(from), disk.look(to)]);
    // One folder is a name that differs in upper and lower case only, where a disk does not tell them apart.
    const isOther = there && there.identity !== here?.identity;
    if (isOther && (await disk.names(to)).length > 0) throw new UndoStopped('taken');
    return disk.rename(from, to);
  }
  if (step.kind === 'aside') {
    const path = await pathOf(step.at, context);
    return putAside(disk, path, asideOf(path));
  }
  if (step.kind === 'move')
    return moveFile(disk, await pathOf(step.from, context), await pathOf(step.to, context));
  const path = await pathOf(step.kind === 'edition' ? step.at : step.state, context);
  const part = await fetched(step.state, path, context);
  try {
    if (step.kind === 'fetch') return await moveFile(disk, part, path);
    if ((await readFileContent(path)).contentId !== step.present) throw new UndoStopped('changed');
    await keepAside(disk, path, asideOf(path));
    await disk.rename(part, path);
  } catch (error) {
    await disk.remove(part);
    throw error;
  }
}

/** Brings a file back beside its place, under a name that is not published, and is sure that it is the one. */
async function fetched(state: LessonState, path: string, { catalogue, disk }: StepContext): Promise<string> {
  const bytes = await catalogue.open(state.fileId);
  if (!bytes) throw new UndoStopped('expired');
  await disk.makeFolder(dirname(path));
  const part = join(dirname(path), `.minbar-${state.contentId}.part`);
  await disk.save(part, bytes);
  if ((await readFileContent(part)).contentId === state.contentId) return part;
  await disk.remove(part);
  throw new UndoStopped('expired');
}

/** Where a place is on the disk: names as the disk spells them, or as they will be. */
async function pathOf({ category, fileName }: Place, { folder, disk, names }: StepContext): Promise<string> {
  const within = join(folder, await spelt(disk, folder, names.get(category) ?? category));
  return join(within, await spelt(disk, within, fileName));
}

async function spelt(disk: Disk, folder: string, name: string): Promise<string> {
  const names = await disk.names(folder);
  return names.includes(name) ? name : (names.sort().find((one) => cleanName(one) === name) ?? name);
}

class UndoStopped extends Error {
  readonly why: UndoFailure['why'];

  constructor(why: UndoFailure['why']) {
    super(why);
    this.why = why;
  }
}

/** What the system's refusals come down to. */
const reasons: Record<string, UndoFailure['why']> = {
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

/** Why a step could not be done, or null when the trouble is not the folder's, as without a connection. */
function reasonOf(error: unknown): UndoFailure['why'] | null {
  if (error instanceof UndoStopped) return error.why;
  if (error instanceof FileUnreadable) return 'other';
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return !syscall || code.startsWith('ECONN') ? null : (reasons[code] ?? 'other');
}
