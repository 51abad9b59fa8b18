import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '#http/api-error.ts';
import { type Change, type Failure, sortForVisitors } from '../plan/model.ts';
import { isEmpty, type Plan } from '../plan/plan.ts';
import { readChunks, SourceChanged } from './content.ts';
import { runInParallel } from './in-parallel.ts';
import type { LocalLibrary } from './local-library.ts';
import type { Author } from './log.ts';

/**
 * Maximum number of files that are stored at the same time, so that their waits for the disk overlap. Node has four threads for files: if
 * a network disk hangs, the watch's check blocks one more, and the site still needs one for its pages.
 */
const MAX_PARALLEL_FILES = 2;

/** Space that a stored file must leave for the rows of all lessons, in bytes. */
const RESERVED_BYTES = 1024 * 1024;

export interface PublishOptions {
  plan: Plan;
  folder: string;
  by: Author;
  /** Number of the publication that this one undoes, and whether a step in the folder failed. */
  undo?: { number: number; isPartly: boolean };
  /** Called with the number of stored or failed files, and of all files to store. */
  onFile?: (done: number, all: number) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Publishes a confirmed plan: stores files, then commits rows and log entry in one transaction. If it is interrupted before the commit,
 * the next run reuses the files. Returns published changes and failed lessons. With failures, removes no lesson or category.
 */
export async function publish(library: LocalLibrary, options: PublishOptions) {
  const { plan, by, undo, signal } = options;
  const startedAt = new Date();
  const failures = await storeFiles(library, options);
  signal?.throwIfAborted();
  const applicablePlan = dropFailures(plan, failures);
  const datedPlan = { ...applicablePlan, changes: dateAdditions(applicablePlan, startedAt) };
  const outcome = undo && (undo.isPartly || failures.length > 0) ? 'partly' : 'whole';
  const entry = { at: startedAt.toISOString(), by, undoes: undo?.number ?? null, outcome } as const;
  await library.commit(datedPlan, undo || !isEmpty(applicablePlan) ? entry : null);
  return { failures, changes: datedPlan.changes };
}

class DiskFull extends Error {
  override name = 'DiskFull';
  readonly code = 'ENOSPC';
}

async function storeFiles(library: LocalLibrary, { plan, folder, onFile, signal }: PublishOptions) {
  const failures = new Map<Change, Failure>();
  const newFiles = plan.changes.flatMap((change) => {
    const { after, source } = change;
    return after && source && !library.hasBytes(after.fileId) ? [{ change, after, source }] : [];
  });
  let storedCount = 0;
  await runInParallel(MAX_PARALLEL_FILES, newFiles, async ({ change, after, source }) => {
    signal?.throwIfAborted();
    try {
      const path = join(folder, source.path);
      const { size, mtimeMs } = await stat(path);
      if (size !== source.size || mtimeMs !== source.modifiedAt) throw new SourceChanged(path);
      // Checked before writing: a file that fills the disk would also stop the file that is stored at the same time, and its row.
      if (size + RESERVED_BYTES > (await library.backend.freeBytes())) throw new DiskFull(path);
      await library.storeFile(after.fileId, after.fileName, after.contentId, readChunks(path));
    } catch (error) {
      signal?.throwIfAborted();
      const reason = reasonOf(error);
      if (!reason) throw error;
      failures.set(change, { change, reason, message: (error as Error).message });
    }
    onFile?.(++storedCount, newFiles.length);
  });
  // Sorted as in the plan, because files can fail in any order.
  return newFiles.flatMap(({ change }) => failures.get(change) ?? []);
}

function dropFailures(plan: Plan, failures: Failure[]): Plan {
  if (failures.length === 0) return plan;
  const failedChanges = new Set(failures.map(({ change }) => change));
  const changes = plan.changes.filter((change) => change.after !== null && !failedChanges.has(change));
  const usedCategoryIds = new Set(changes.map(({ after }) => after?.categoryId));
  const newCategories = plan.newCategories.filter(({ id }) => usedCategoryIds.has(id));
  return { ...plan, changes, newCategories, emptyCategories: [] };
}

/**
 * Dates new lessons without dates, each a millisecond before the previous one in the order of categories and names. Sorting by newest
 * then shows the lessons of one publication in this order.
 */
function dateAdditions({ changes, now: plannedAt }: Plan, now: Date): Change[] {
  const undatedLessons = sortForVisitors(
    changes.filter(({ kind, after }) => kind === 'added' && after?.publishedAt === plannedAt),
    ({ after }) => after,
  );
  const dates = new Map(
    undatedLessons.map((change, index) => [change, new Date(now.getTime() - index).toISOString()]),
  );
  return changes.map((change) => {
    const publishedAt = dates.get(change);
    return publishedAt && change.after ? { ...change, after: { ...change.after, publishedAt } } : change;
  });
}

/** Reasons why a lesson was not published, by error code. */
const reasons: Record<string, Failure['reason']> = {
  storage_file_type_unsupported: 'refused',
  storage_invalid_file_size: 'refused',
  storage_file_empty: 'refused',
  ENOENT: 'changed',
  EACCES: 'unreadable',
  EPERM: 'unreadable',
  EIO: 'unreadable',
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
};

/** Returns the reason why a lesson cannot be published; null for errors that do not concern only this lesson. */
function reasonOf(error: unknown): Failure['reason'] | null {
  if (error instanceof SourceChanged) return 'changed';
  const code = error instanceof ApiError ? error.type : (error as NodeJS.ErrnoException).code;
  return reasons[code ?? ''] ?? null;
}
