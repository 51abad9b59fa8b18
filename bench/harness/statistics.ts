/** Returns a quantile of the values by linear interpolation. Throws without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) throw new Error('there are no values to take a quantile of');
  return low + (high - low) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The median of round-by-round ratios: what slows the machine for a while slows both of a round alike. */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): number {
  if (ours.length !== theirs.length) throw new Error('every round needs both values');
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}
