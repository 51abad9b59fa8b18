import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '#settings/json-file.ts';
import { separateConflictCopies } from '../plan/conflict-copies.ts';
import {
  type Change,
  type Failure,
  type FolderListing,
  folderNameOf,
  type PublishedLibrary,
  toState,
} from '../plan/model.ts';
import { noChanges, type Plan, plan } from '../plan/plan.ts';
import type { LocalLibrary } from '../store/local-library.ts';
import {
  findPublicationToUndo,
  type LoggedChange,
  type PublicationRecord,
  readHistory,
} from '../store/log.ts';
import { publish } from '../store/publish.ts';
import {
  type CarryOutOptions,
  type Disk,
  performSteps,
  realDisk,
  resume,
  type UndoFailure,
  type UndoState,
} from './carry-out.ts';
import { applyUndo, createUndoPlan } from './undo-plan.ts';

/** A planned undo, with its changes in the folder and for visitors. */
export type PlannedUndo = ReturnType<typeof planUndo>;

/** Plans the undo of a publication from the current folder and library. */
export function planUndo(local: LocalLibrary, record: PublicationRecord, listing: FolderListing) {
  const library = local.read();
  const changes = local.log.changesOf(record.number);
  // The owner has not chosen between the files of a sync conflict, so no step may move them.
  const decidedListing = separateConflictCopies(listing, library);
  const { steps, skipped } = createUndoPlan(
    { categories: record.categories, changes },
    library,
    decidedListing,
    (fileId) => local.filePath(fileId) !== undefined,
  );
  // The plan is for the folder after the undo.
  const proposal = plan(applyUndo(steps, listing), library, new Date().toISOString());
  // Not a disconnected disk: the undo itself empties the folder.
  if (proposal.guard?.reason === 'emptyFolder' && listing.lessons.length > 0)
    proposal.guard.reason = 'emptiedFolder';
  const dates = planDateRestores(changes, library, proposal);
  proposal.changes.push(...dates);
  return { record, steps, skipped, proposal, dates };
}

export interface UndoOptions {
  local: LocalLibrary;
  folder: string;
  dataDir: string;
  scan(): Promise<FolderListing>;
  disk?: Disk;
  signal?: AbortSignal | undefined;
}

/** Result of an undo: the publication, the failed steps, and the lessons that could not be published. */
export interface UndoResult {
  /** Number of the publication that was undone. */
  number: number;
  failedSteps: UndoFailure[];
  failures: Failure[];
}

/** File of the data folder with the state of an interrupted undo. */
export const UNDO_FILE = 'undo.json';

const toCarryOutOptions = ({ local, dataDir, disk = realDisk }: UndoOptions): CarryOutOptions => {
  return { statePath: join(dataDir, UNDO_FILE), filePath: local.filePath, disk };
};

/**
 * Undoes a publication as planned: first in the folder, which determines what is published, then on the site. Saves its state first,
 * so that the next publication completes an interrupted undo.
 */
export async function performUndo(
  { record, steps }: Pick<PlannedUndo, 'record' | 'steps'>,
  options: UndoOptions,
): Promise<UndoResult> {
  const { folder } = options;
  const { number } = record;
  const startedAt = new Date().toISOString();
  const failedSteps = await performSteps(steps, { folder, number, startedAt }, toCarryOutOptions(options));
  return publishUndo(number, failedSteps, options);
}

/** Logs that nothing of a publication could be undone, so that the next undo without a number applies to an earlier publication. */
export async function logExpiredUndo(local: LocalLibrary, { record }: PlannedUndo): Promise<void> {
  const at = new Date().toISOString();
  await local.commit(noChanges, { at, by: 'owner', undoes: record.number, outcome: 'past' });
}

/**
 * Completes an interrupted undo before the next publication, which would otherwise publish a half-changed folder. Returns null if this
 * folder has no undo to complete, or only its saved state had to be removed.
 */
export async function finishUndo(options: UndoOptions): Promise<UndoResult | null> {
  const { local, folder } = options;
  const { statePath, disk } = toCarryOutOptions(options);
  // Older versions saved no failures.
  const state: UndoState = { failures: [], ...Object(readJson(statePath)) };
  if (state.folder !== folder || !Array.isArray(state.moves) || !existsSync(folder)) return null;
  const failedSteps = await resume(state, toCarryOutOptions(options));
  const { number, startedAt } = state;
  if (failedSteps === null) {
    const record = findPublicationToUndo(readHistory(local.log), number);
    return record ? performUndo(planUndo(local, record, await options.scan()), options) : null;
  }
  if (local.log.entries().some(({ undoes, at }) => undoes === number && at >= startedAt)) {
    await disk.removeState(statePath);
    return null;
  }
  return publishUndo(number, failedSteps, options);
}

async function publishUndo(number: number, failedSteps: UndoFailure[], options: UndoOptions) {
  const { local, folder, scan, signal } = options;
  const { statePath, disk } = toCarryOutOptions(options);
  const changes = local.log.changesOf(number);
  const library = local.read();
  const proposal = dropOtherRemovals(plan(await scan(), library, new Date().toISOString()), changes);
  proposal.changes.push(...planDateRestores(changes, library, proposal));
  const undo = { number, isPartly: failedSteps.length > 0 };
  const { failures } = await publish(local, { plan: proposal, folder, by: 'owner', undo, signal });
  await disk.removeState(statePath);
  return { number, failedSteps, failures };
}

/** Returns changes that restore dates which the publication changed without renaming files, unless the dates changed again. */
function planDateRestores(
  loggedChanges: LoggedChange[],
  { lessons }: PublishedLibrary,
  proposal: Plan,
): Change[] {
  const changedIds = new Set(proposal.changes.map(({ id }) => id));
  const lessonsById = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  return loggedChanges.flatMap(({ id, before, after }): Change[] => {
    const now = lessonsById.get(id);
    const isRedated =
      before &&
      after &&
      folderNameOf(before) === folderNameOf(after) &&
      before.publishedAt !== after.publishedAt;
    if (
      !isRedated ||
      !now ||
      changedIds.has(id) ||
      Date.parse(now.publishedAt) !== Date.parse(after.publishedAt)
    )
      return [];
    const { fileName, folderName, publishedAt } = before;
    const restoredState = { ...toState(now), fileName, folderName, publishedAt };
    return [{ kind: 'dated', id, before: after, after: restoredState, source: null }];
  });
}

/** Drops removals of lessons that the undone publication did not add, because the owner did not confirm them. */
function dropOtherRemovals(proposal: Plan, loggedChanges: LoggedChange[]): Plan {
  const addedIds = new Set(loggedChanges.flatMap(({ id, before, after }) => (after && !before ? [id] : [])));
  const changes = proposal.changes.filter(({ kind, id }) => kind !== 'removed' || addedIds.has(id));
  const emptyCategories = changes.length === proposal.changes.length ? proposal.emptyCategories : [];
  return { ...proposal, changes, emptyCategories };
}
