import type { FolderListing } from './model.ts';

/** A plan that looks like an accident. It goes ahead only when the owner types `removals`. */
export interface Guard {
  reason: 'missingFolder' | 'emptyFolder' | 'emptiedFolder' | 'manyRemovals';
  removals: number;
  published: number;
  /** How many lessons the site has taken off by itself within a day before. */
  earlier: number;
}

const mostRemovals = 5;
const mostShare = 1 / 5;

/**
 * The guard a plan needs, or null. Holds a missing, empty or unmounted folder and a removal of more than a fifth and more than 5,
 * those of the last day that nobody agreed to (`earlier`) included.
 */
export function guard(
  listing: FolderListing,
  removals: number,
  published: number,
  earlier = 0,
): Guard | null {
  if (removals === 0) return null;
  const found = { removals, published, earlier };
  if (!listing.exists) return { reason: 'missingFolder', ...found };
  if (listing.lessons.length === 0) return { reason: 'emptyFolder', ...found };
  const [all, before] = [removals + earlier, published + earlier];
  return all > mostRemovals && all > before * mostShare ? { reason: 'manyRemovals', ...found } : null;
}

/**
 * As `guard`, for a site that asks nobody: however small a library is, all of it does not go at once either, as it would for a folder
 * that was named wrongly.
 */
export function guardOfSite(...[listing, removals, published, earlier = 0]: Parameters<typeof guard>) {
  const isAll = published > 1 && removals === published;
  const found: Guard | null = isAll ? { reason: 'manyRemovals', removals, published, earlier } : null;
  return guard(listing, removals, published, earlier) ?? found;
}

/** Lessons whose files are gone, and since when (milliseconds) no further one went. */
export interface Missing {
  ids: string[];
  since: number;
}

/**
 * Whether removals that nobody agrees to may go ahead: only when for some time no further file went, so that those of an accident
 * that takes one file after the other (a program that clears a folder, a disk that fails) are seen together. Pure.
 */
export function settledRemovals(ids: string[], before: Missing | null, now: number, wait: number) {
  if (ids.length === 0) return { missing: null, settled: true, grown: false };
  const grown = ids.some((id) => !before?.ids.includes(id));
  const since = before && !grown ? before.since : now;
  return { missing: { ids, since }, settled: !grown && now - since >= wait, grown };
}
