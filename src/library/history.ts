import type { Log, LogEntry } from './store/log.ts';

/** One publication of the history, and what later ones did to it. */
export interface PublicationRecord extends LogEntry {
  /** Whether a later one took it back, or a part of it, or could not any more when the owner wanted to. */
  undone: boolean;
  partlyUndone: boolean;
  past: boolean;
}

/** What was published when, oldest first. An undo that was taken back itself does not count. */
export function readHistory(log: Log): PublicationRecord[] {
  const entries = log.entries();
  const undone = new Set<number>();
  for (const { number, undoes, outcome } of entries.toReversed())
    if (undoes !== null && outcome === 'whole' && !undone.has(number)) undone.add(undoes);
  const undosOf = Map.groupBy(
    entries.filter(({ number }) => !undone.has(number)),
    ({ undoes }) => undoes,
  );
  return entries.map((entry) => {
    const undos = undosOf.get(entry.number) ?? [];
    return {
      ...entry,
      undone: undone.has(entry.number),
      partlyUndone: undos.some(({ outcome, counts }) => outcome === 'partly' && counts.length > 0),
      past: undos.some(({ outcome }) => outcome === 'past'),
    };
  });
}

/** The publication of a number, or the latest that is neither an undo nor taken back already. Undefined when there is none. */
export function nextToUndo(history: PublicationRecord[], number: number | null) {
  return number === null
    ? history.findLast(
        ({ undoes, undone, past, by }) => undoes === null && !undone && !past && by !== 'elsewhere',
      )
    : history.find((record) => record.number === number);
}

/** How many lessons the running site has removed by itself within a day and nobody has put back. */
export function countRemovedBySite(log: Log, live: readonly { id: string }[]): number {
  const ids = new Set(live.map(({ id }) => id));
  return log.removedBySite().filter((id) => !ids.has(id)).length;
}
