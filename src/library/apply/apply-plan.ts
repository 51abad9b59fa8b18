import { join } from 'node:path';
import { AppwriteException } from 'node-appwrite';
import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { SourceChanged } from '../catalogue/stored-file.ts';
import { forgetChange } from '../journal/journal.ts';
import type { Change } from '../plan/change.ts';
import type { Plan } from '../plan/plan.ts';
import { inParallel, writesAtOnce } from './in-parallel.ts';

/** Is told how far it is. */
export interface Progress {
  begin(changes: number): void;
  /** Bytes of its file that are sent. */
  sending(change: Change, bytes: number): void;
  /** So many of all changes are done. */
  done(change: Change, done: number, all: number): void;
  end(): void;
}

export const silent: Progress = { begin() {}, sending() {}, done() {}, end() {} };

export interface Failure {
  change: Change;
  reason: 'changed' | 'unreadable' | 'refused';
  /** The backend's own words, for `refused`. */
  message: string;
}

export interface ApplyOptions {
  /** One that is interrupted does no further write. */
  catalogue: Catalogue;
  plan: Plan;
  folder: string;
  publication: string;
  progress: Progress;
}

/**
 * Does what a plan says, in an order that never shows a dead link: categories, then for each lesson its bytes and its row, and
 * removals last, rows before bytes (the bytes stay for 30 days). One lesson that cannot be published is returned as a failure, the
 * others go on, and then nothing is removed this time. Rejects when the backend cannot be reached; then a next run does the rest.
 */
export async function applyPlan(options: ApplyOptions): Promise<Failure[]> {
  const { catalogue, plan, progress } = options;
  const failures: Failure[] = [];
  const changes = plan.changes.filter(({ after }) => after !== null);
  const removals = plan.changes.filter(({ after }) => after === null);
  let done = 0;
  const tellDone = (change: Change) => progress.done(change, ++done, plan.changes.length);
  progress.begin(plan.changes.length);
  try {
    for (const { id, to } of plan.renamedCategories) await catalogue.saveCategory({ id, name: to });
    for (const category of plan.newCategories) await catalogue.saveCategory(category);
    await inParallel(writesAtOnce, changes, async (change) => {
      const failure = await publishLesson(change, options);
      if (failure) failures.push(failure);
      tellDone(change);
    });
    if (failures.length > 0) {
      const undone = [...failures.map(({ change }) => change), ...removals];
      for (const change of undone) await forgetChange(catalogue, options.publication, change);
      return failures;
    }
    await inParallel(writesAtOnce, removals, async (change) => {
      await catalogue.removeLesson(change.id);
      tellDone(change);
    });
    for (const { id } of plan.emptyCategories) await catalogue.removeCategory(id);
    return failures;
  } finally {
    progress.end();
  }
}

async function publishLesson(change: Change, options: ApplyOptions): Promise<Failure | null> {
  const { catalogue, folder, progress } = options;
  const { kind, id, before, after, source } = change;
  if (!after || !source) return null;
  try {
    if (kind === 'renamed' || kind === 'moved') {
      if (before?.fileName !== after.fileName) await catalogue.renameFile(after.fileId, after.fileName);
      await catalogue.updateLesson(id, after);
      return null;
    }
    const file = { ...source, path: join(folder, source.path), name: after.fileName };
    await catalogue.send(after.fileId, file, (bytes) => progress.sending(change, bytes));
    if (kind === 'replaced') await catalogue.updateLesson(id, after);
    else await catalogue.createLesson(id, after);
    return null;
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    return { change, reason, message: (error as Error).message };
  }
}

/** What a backend, or the system, says of one lesson that cannot be published. */
const reasons: Record<string, Failure['reason']> = {
  storage_file_type_unsupported: 'refused',
  storage_invalid_file_size: 'refused',
  storage_file_empty: 'refused',
  row_invalid_structure: 'refused',
  ENOENT: 'changed',
  EACCES: 'unreadable',
  EPERM: 'unreadable',
  EIO: 'unreadable',
};

/** Why this one lesson cannot be published, or null when the trouble is not the lesson's. */
function reasonOf(error: unknown): Failure['reason'] | null {
  if (error instanceof SourceChanged) return 'changed';
  const word = error instanceof AppwriteException ? error.type : (error as NodeJS.ErrnoException).code;
  return reasons[word ?? ''] ?? null;
}
