import type { Catalogue } from '../catalogue/catalogue.ts';
import { changeKinds } from '../plan/change.ts';
import type { JournalEntry } from './journal-entry.ts';

/** One publication of the history. */
export interface PublicationRecord {
  id: string;
  /** ISO 8601. */
  at: string;
  /** False when it was interrupted and not finished since. */
  finished: boolean;
  /** The publication it took back, or null. */
  undoes: string | null;
  /** Whether a later one took it back. */
  undone: boolean;
  counts: Map<(typeof kinds)[number], number>;
}

const kinds = [...changeKinds, 'categoryRenamed'] as const;

/** What was published when, oldest first. */
export async function readHistory(catalogue: Catalogue): Promise<PublicationRecord[]> {
  const heads = await catalogue.journal(['started', 'finished']);
  const undone = new Set(heads.filter(({ kind }) => kind === 'finished').map(({ note }) => note?.undoes));
  return heads.map(({ id, kind, createdAt: at, note }) => ({
    id,
    at,
    finished: kind === 'finished',
    undoes: typeof note?.undoes === 'string' ? note.undoes : null,
    undone: undone.has(id),
    counts: new Map(kinds.flatMap((one) => (typeof note?.[one] === 'number' ? [[one, note[one]]] : []))),
  }));
}

/** The publication that `undo` takes back: the latest that is neither an undo nor undone, unless one is still open. */
export function nextToUndo(
  history: PublicationRecord[],
): PublicationRecord | { open: PublicationRecord } | null {
  const open = history.find(({ finished }) => !finished);
  if (open) return history.find(({ id }) => id === open.undoes) ?? { open };
  return history.findLast(({ undoes, undone }) => undoes === null && !undone) ?? null;
}

/** What a publication changed. */
export function changesOf(catalogue: Catalogue, { id }: PublicationRecord): Promise<JournalEntry[]> {
  return catalogue.journal(kinds, id);
}
