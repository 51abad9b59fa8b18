import type { FolderListing } from './model.ts';

/** A check for a plan whose removals look like an accident: the owner must type the number of `removals`. */
export interface Guard {
  reason: 'missingFolder' | 'emptyFolder' | 'emptiedFolder' | 'manyRemovals';
  removals: number;
  lessonCount: number;
  /** Number of lessons that the site removed without confirmation within the last day. */
  earlierRemovals: number;
}

/** Removals that exceed both this number and this share of the lessons need a guard. */
const MAX_REMOVALS = 5;
const MAX_REMOVAL_SHARE = 1 / 5;

/**
 * Returns the guard that a plan needs, or null. Guards removals if the folder is missing or has no lessons, and removals of more than
 * 5 lessons that are more than a fifth of the library. Counts `earlierRemovals` as removals, too.
 */
export function checkRemovals(
  listing: FolderListing,
  removals: number,
  lessonCount: number,
  earlierRemovals = 0,
): Guard | null {
  if (removals === 0) return null;
  const counts = { removals, lessonCount, earlierRemovals };
  if (!listing.exists) return { reason: 'missingFolder', ...counts };
  if (listing.lessons.length === 0) return { reason: 'emptyFolder', ...counts };
  const [recentRemovals, initialCount] = [removals + earlierRemovals, lessonCount + earlierRemovals];
  return recentRemovals > MAX_REMOVALS && recentRemovals > initialCount * MAX_REMOVAL_SHARE
    ? { reason: 'manyRemovals', ...counts }
    : null;
}

/**
 * Returns the guard for a plan of the running site, which cannot ask the owner. Also guards the removal of all lessons of a library
 * with 2 to 5 lessons, as after a wrong folder name.
 */
export function checkSiteRemovals(
  listing: FolderListing,
  removals: number,
  lessonCount: number,
  earlierRemovals: number,
): Guard | null {
  const guard = checkRemovals(listing, removals, lessonCount, earlierRemovals);
  if (guard || lessonCount <= 1 || removals !== lessonCount) return guard;
  return { reason: 'manyRemovals', removals, lessonCount, earlierRemovals };
}

/** Lessons whose files are missing, and when the last one disappeared (milliseconds). */
export interface MissingLessons {
  ids: string[];
  since: number;
}

/**
 * Decides whether the site may carry out unconfirmed removals: only if no further file has disappeared for `waitMs` milliseconds. The
 * guard then counts all removals of an accident, such as a failing disk, together. Pure.
 */
export function settleRemovals(ids: string[], before: MissingLessons | null, now: number, waitMs: number) {
  if (ids.length === 0) return { missing: null, isSettled: true, hasGrown: false };
  const hasGrown = ids.some((id) => !before?.ids.includes(id));
  const since = before && !hasGrown ? before.since : now;
  return { missing: { ids, since }, isSettled: !hasGrown && now - since >= waitMs, hasGrown };
}
