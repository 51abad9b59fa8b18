import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { type RecordedKind, recordedKinds } from '../plan/change.ts';
import { numbersOf } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { Library } from './read-published.ts';

/** One publication of the history. */
export type PublicationRecord = Awaited<ReturnType<typeof readHistory>>[number];

/** What was published when, oldest first. */
export async function readHistory(catalogue: Catalogue) {
  const found = await catalogue.journal(['started', 'finished']);
  const numbers = numbersOf(found);
  const numberOf = ({ id }: JournalEntry) => numbers.get(id) ?? 0;
  const heads = found.toSorted((a, b) => numberOf(a) - numberOf(b));
  const finished = heads.filter(({ kind }) => kind === 'finished');
  const undosOf = Map.groupBy(finished, ({ note }) => note?.undoes);
  /** Of publications that were taken back whole; an undo that was taken back itself does not count. */
  const undone = new Set<string>();
  for (const { id, note } of finished.toReversed())
    if (typeof note?.undoes === 'string' && !note.past && !note.partly && !undone.has(id))
      undone.add(note.undoes);
  return heads.map((head) => {
    const { id, kind, createdAt: at, note } = head;
    const undos = (undosOf.get(id) ?? []).filter((undo) => !undone.has(undo.id));
    return {
      id,
      /** What the owner calls it: 1 is the first of all. */
      number: numberOf(head),
      /** ISO 8601. */
      at,
      /** False when it was interrupted and not finished since. */
      finished: kind === 'finished',
      /** The publication it took back, or null; and whether only in part, since the folder refused the rest. */
      undoes: typeof note?.undoes === 'string' ? note.undoes : null,
      partly: note?.partly === true,
      /** Whether a later one took it back, or a part of it, or could not any more when the owner wanted to. */
      undone: undone.has(id),
      partlyUndone: undos.some(({ note }) => note?.partly && countsOf(note).length > 0),
      past: undos.some((undo) => undo.note?.past),
      counts: countsOf(note),
    };
  });
}

/** How many lessons and categories a publication changed in which way, as its head says. */
function countsOf(note: JournalEntry['note']): [RecordedKind, number][] {
  return recordedKinds.flatMap((kind) => {
    const count = note?.[kind];
    return typeof count === 'number' ? [[kind, count]] : [];
  });
}

/**
 * What `undo` is about: the publication of a number, or one whose undo was interrupted, or the latest that is neither an undo nor
 * taken back already. Null when there is none, `open` for a publication that was interrupted and has to be finished first.
 */
export function nextToUndo(history: PublicationRecord[], number: number | null) {
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
export function changesOf(catalogue: Catalogue, publication: string): Promise<JournalEntry[]> {
  return catalogue.journal(recordedKinds, publication);
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
