import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { type RecordedKind, recordedKinds } from '../plan/change.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { Library } from './read-published.ts';

/** One publication of the history. */
export interface PublicationRecord {
  id: string;
  /** What the owner calls it: 1 is the first of all. */
  number: number;
  /** ISO 8601. */
  at: string;
  /** False when it was interrupted and not finished since. */
  finished: boolean;
  /** The publication it took back, or null. */
  undoes: string | null;
  /** Whether a later one took it back. */
  undone: boolean;
  /** Whether an undo of it was carried out in part: the folder refused the rest. */
  partlyUndone: boolean;
  /** Of an undo: whether it was one of those. */
  partly: boolean;
  /** Whether it could not be taken back any more when the owner wanted to. */
  past: boolean;
  counts: [kind: RecordedKind, count: number][];
}

/** What was published when, oldest first. */
export async function readHistory(catalogue: Catalogue): Promise<PublicationRecord[]> {
  const heads = await catalogue.journal(['started', 'finished']);
  const finished = heads.filter(({ kind }) => kind === 'finished');
  const undosOf = Map.groupBy(finished, ({ note }) => note?.undoes);
  return heads.map(({ id, kind, createdAt: at, note }, index) => {
    const undos = undosOf.get(id) ?? [];
    return {
      id,
      number: index + 1,
      at,
      finished: kind === 'finished',
      undoes: typeof note?.undoes === 'string' ? note.undoes : null,
      undone: undos.some((undo) => !undo.note?.past && !undo.note?.partly),
      partlyUndone: undos.some((undo) => undo.note?.partly),
      partly: note?.partly === true,
      past: undos.some((undo) => undo.note?.past),
      counts: recordedKinds.flatMap((one) => (typeof note?.[one] === 'number' ? [[one, note[one]]] : [])),
    };
  });
}

/**
 * What `undo` is about: the publication of a number, or one whose undo was interrupted, or the latest that is neither an undo nor
 * taken back already. Null when there is none, `open` for a publication that was interrupted and has to be finished first.
 */
export function nextToUndo(
  history: PublicationRecord[],
  number: number | null,
): { record: PublicationRecord; isInterrupted: boolean } | { open: PublicationRecord } | null {
  const open = history.filter(({ finished }) => !finished);
  const undoing = open.find(({ undoes }) => undoes !== null);
  const interrupted = history.find(({ id }) => id === undoing?.undoes);
  if (interrupted) return { record: interrupted, isInterrupted: true };
  if (open[0]) return { open: open[0] };
  const record =
    number === null
      ? history.findLast(({ undoes, undone, past }) => undoes === null && !undone && !past)
      : history.find((one) => one.number === number);
  return record ? { record, isInterrupted: false } : null;
}

/** What a publication changed. */
export function changesOf(
  catalogue: Catalogue,
  { id }: Pick<PublicationRecord, 'id'>,
): Promise<JournalEntry[]> {
  return catalogue.journal(recordedKinds, id);
}

const day = 24 * 60 * 60 * 1000;

/** How many lessons the running site has taken off by itself within a day and nobody has put back. */
export async function removedAlone(catalogue: Catalogue, { journal, lessons }: Library): Promise<number> {
  const live = new Set(lessons.map(({ id }) => id));
  const lately = journal.filter(
    ({ kind, lesson, createdAt }) =>
      kind === 'removed' && lesson && !live.has(lesson) && Date.now() - Date.parse(createdAt) < day,
  );
  if (lately.length === 0) return 0;
  const heads = await catalogue.journal(['started', 'finished']);
  const alone = new Set(heads.filter(({ note }) => note?.alone === true).map(({ id }) => id));
  return new Set(lately.filter(({ publication }) => alone.has(publication ?? '')).map(({ lesson }) => lesson))
    .size;
}
