import type { FolderListing } from '../folder/folder-listing.ts';

/** A plan that looks like an accident. It goes ahead only when the owner types `removals`. */
export interface Guard {
  reason: 'missingFolder' | 'emptyFolder' | 'manyRemovals';
  removals: number;
  published: number;
}

const mostRemovals = 5;
const mostShare = 1 / 5;

/** The guard a plan needs, or null. Holds a missing, empty or unmounted folder and a removal of more than a fifth and more than 5. */
export function guard(listing: FolderListing, removals: number, published: number): Guard | null {
  if (removals === 0) return null;
  if (!listing.exists) return { reason: 'missingFolder', removals, published };
  if (listing.lessons.length === 0) return { reason: 'emptyFolder', removals, published };
  return removals > mostRemovals && removals > published * mostShare
    ? { reason: 'manyRemovals', removals, published }
    : null;
}
