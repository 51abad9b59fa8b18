/** Lessons whose files are gone, and since when (milliseconds) no further one went. */
export interface Missing {
  ids: string[];
  since: number;
}

/**
 * Whether removals that nobody agrees to may go ahead: only when for some time no further file went, so that those of an accident
 * that takes one file after the other (a program that clears a folder, a disk that fails) are seen together. Pure.
 */
export function settledRemovals(
  ids: string[],
  before: Missing | null,
  now: number,
  wait: number,
): { missing: Missing | null; settled: boolean; grown: boolean } {
  if (ids.length === 0) return { missing: null, settled: true, grown: false };
  const grown = ids.some((id) => !before?.ids.includes(id));
  const since = before && !grown ? before.since : now;
  return { missing: { ids, since }, settled: !grown && now - since >= wait, grown };
}
