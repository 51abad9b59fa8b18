import { randomBytes } from 'node:crypto';
import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { isContentId } from '../content-id.ts';
import {
  type Change,
  changeKinds,
  countKinds,
  type Published,
  type PublishedLesson,
  recordedKinds,
} from '../plan/change.ts';
import { newId } from '../plan/new-id.ts';
import type { Plan } from '../plan/plan.ts';
import { type JournalEntry, type NewJournalEntry, noDetails } from './journal-entry.ts';

/**
 * Begins a publication, or goes on with the one that was interrupted: then its entries that never came about are taken out, so that
 * history and undo tell what happened. `startedAt` is by the backend's clock (ISO 8601), `added` are the lessons it has added so far.
 */
export async function openPublication(
  catalogue: Catalogue,
  published: Published,
  remarks: { undoes?: string; folder?: string; alone?: boolean } = {},
) {
  const added: PublishedLesson[] = [];
  const open = await openHead(catalogue, remarks.undoes);
  if (open) {
    for (const entry of await catalogue.journal(changeKinds, open.id)) {
      const { kind, lesson: id, after } = entry;
      if (!cameAbout(entry, published)) await catalogue.removeJournal(entry.id);
      else if (kind === 'added' && id && after) added.push({ id, ...after });
    }
    return { id: open.id, startedAt: open.createdAt, added };
  }
  const id = `${new Date().toISOString().replace(/[^0-9]/g, '')}-${randomBytes(4).toString('hex')}`;
  const heads = await catalogue.journal(['started', 'finished']);
  const number = 1 + Math.max(0, ...numbersOf(heads).values());
  await catalogue.saveJournal([head(id, 'started', { number, ...remarks })]);
  const [started] = await catalogue.journal(['started'], id);
  return { id, startedAt: started?.createdAt ?? new Date().toISOString(), added };
}

/** Writes down what a plan is about to change. Done before the change, so that nothing can be lost in between. */
export async function recordPlan(catalogue: Catalogue, publication: string, plan: Plan): Promise<void> {
  const renames = plan.renamedCategories.map(({ id: lesson, from, to }) =>
    entryOf({ kind: 'categoryRenamed', publication, lesson, before: null, after: null, note: { from, to } }),
  );
  await catalogue.saveJournal([
    ...renames,
    ...plan.changes.map((change) => changeEntry(publication, change)),
    ...formerFiles(plan.changes.map(({ id, before, after }) => ({ lesson: id, before, after }))),
  ]);
}

/** Notes of the files that lessons leave, so that the files' addresses lead to the lessons. The latest lesson of a file counts. */
export function formerFiles(changes: Pick<JournalEntry, 'lesson' | 'before' | 'after'>[]): NewJournalEntry[] {
  const left = new Map<string, string>();
  for (const { lesson, before, after } of changes) {
    // A file that was there before us has such a note already: that of its content.
    if (lesson && before && before.fileId !== after?.fileId && isContentId(before.fileId))
      left.set(before.fileId, lesson);
  }
  return [...left].map(([id, lesson]) => ({ ...noDetails, id, kind: 'former', lesson }));
}

/** Takes out a change that could not be done. */
export async function forgetChange(catalogue: Catalogue, publication: string, change: Change): Promise<void> {
  await catalogue.removeJournal(changeEntry(publication, change).id);
}

/** The number of each publication by its id. Those made before numbers were stored come first, in the order of their rows. */
export function numbersOf(heads: JournalEntry[]): Map<string, number> {
  const stored = ({ note }: JournalEntry) => (typeof note?.number === 'number' ? note.number : null);
  const unnumbered = heads.filter((entry) => stored(entry) === null);
  return new Map([
    ...unnumbered.map(({ id }, index) => [id, index + 1] as const),
    ...heads.flatMap((entry) => {
      const number = stored(entry);
      return number === null ? [] : [[entry.id, number] as const];
    }),
  ]);
}

/** Ends a publication; from now on it stands in the history. */
export async function finishPublication(
  catalogue: Catalogue,
  publication: string,
  remark: Record<string, unknown> = {},
): Promise<void> {
  const entries = await catalogue.journal(recordedKinds, publication);
  const [open] = await catalogue.journal(['started'], publication);
  const counts = Object.fromEntries(countKinds(entries.map(({ kind }) => kind)));
  await catalogue.saveJournal([head(publication, 'finished', { ...open?.note, ...counts, ...remark })]);
}

/** The head of a publication that was interrupted: of an ordinary one, or of the undo of another. */
export async function openHead(catalogue: Catalogue, undoes?: string): Promise<JournalEntry | undefined> {
  return (await catalogue.journal(['started'])).find(({ note }) => note?.undoes === undoes);
}

function cameAbout(entry: JournalEntry, published: Published): boolean {
  const lesson = published.lessons.find(({ id }) => id === entry.lesson);
  if (!entry.after) return lesson === undefined;
  const { fileId, fileName, categoryId } = entry.after;
  return lesson?.fileId === fileId && lesson.fileName === fileName && lesson.categoryId === categoryId;
}

function changeEntry(publication: string, { kind, id, before, after }: Change): NewJournalEntry {
  return entryOf({ kind, publication, lesson: id, before, after, note: null });
}

function entryOf(entry: Omit<NewJournalEntry, 'id'>): NewJournalEntry {
  return { id: newId(JSON.stringify(entry), new Set()), ...entry };
}

function head(id: string, kind: 'started' | 'finished', note: NewJournalEntry['note']): NewJournalEntry {
  return { ...noDetails, id, kind, publication: id, note };
}
