/** Hits of a search are counted up to this number, which then means "this many or more". Lists without a search are counted whole. */
export const MAX_COUNTED_HITS = 10_000;

/** Appwrite stops counting here, lists and searches alike. */
export const hostedTotalLimit = 5000;
