import { type Progress, silent } from '../apply/apply-plan.ts';
import { publish } from '../apply/publish.ts';
import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import type { FolderListing } from '../folder/folder-listing.ts';
import { changesOf, type PublicationRecord, readHistory } from '../journal/history.ts';
import { finishPublication, openPublication } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { readPublished } from '../journal/read-published.ts';
import { type Plan, plan } from '../plan/plan.ts';
import { carryOut } from './carry-out.ts';
import { type Disk, realDisk } from './disk.ts';
import { undoneListing, undoPlan } from './undo-plan.ts';

/** What taking back a publication comes down to, in the folder and for visitors; nothing of it has happened yet. */
export type Undoing = Awaited<ReturnType<typeof planUndo>>;

export interface TakeBackOptions {
  catalogue: Catalogue;
  record: PublicationRecord;
  folder: string;
  scan(): Promise<FolderListing>;
  progress?: Progress;
  disk?: Disk;
  signal?: AbortSignal | undefined;
}

export type TakeBackResult = Awaited<ReturnType<typeof takeBack>>;

/** Works out what taking back a publication would do now. */
export async function planUndo(catalogue: Catalogue, record: PublicationRecord, listing: FolderListing) {
  const [entries, library] = await Promise.all([changesOf(catalogue, record.id), readPublished(catalogue)]);
  const { steps, left } = undoPlan(entries, library, listing);
  // What visitors will see is wanted, once the folder is as it was.
  const wanted = plan(undoneListing(steps, listing), library, new Date().toISOString());
  // The folder is not empty now; taking this back is what empties it.
  if (wanted.guard?.reason === 'emptyFolder' && listing.lessons.length > 0)
    wanted.guard.reason = 'emptiedFolder';
  return { record, steps, left, wanted };
}

/**
 * Takes a publication back: in the folder first, which decides what is published, then on the site. The caller holds the lock, and
 * the owner has agreed. It is written down before the folder changes: whoever publishes after an interruption does the rest first.
 */
export async function takeBack({ disk = realDisk, progress = silent, ...options }: TakeBackOptions) {
  const { catalogue, record, folder, scan, signal } = options;
  const library = await readPublished(catalogue);
  const entries = await changesOf(catalogue, record.id);
  const { steps } = undoPlan(entries, library, await scan());
  const { startedAt } = await openPublication(catalogue, library, { undoes: record.id, folder });
  const aside = `_undone ${startedAt.slice(0, 16).replace(/[T:]/g, '-')}`;
  const refused = await carryOut(steps, { folder, aside, catalogue, disk }, signal);
  const agreed = withRemovalsOf(plan(await scan(), library, new Date().toISOString()), entries);
  const undoing = { plan: agreed, undoes: record.id, partly: refused.length > 0 };
  const { failures } = await publish({ ...undoing, catalogue, library, folder, progress });
  // Of the publication, the steps that the folder refused, and the lessons that could not be published.
  return { number: record.number, refused, failures };
}

/** Writes down that nothing of a publication could be taken back, so that it does not stand before the earlier ones for ever. */
export async function notePast(catalogue: Catalogue, { record }: Undoing, folder: string): Promise<void> {
  const undoing = { undoes: record.id, folder };
  const { id } = await openPublication(catalogue, await readPublished(catalogue), undoing);
  await finishPublication(catalogue, id, { past: true });
}

/** A lesson leaves the site only when the publication that is taken back had brought it: nothing else was agreed to. */
function withRemovalsOf(wanted: Plan, entries: JournalEntry[]): Plan {
  const additions = entries.filter(({ before, after }) => after && !before);
  const brought = new Set(additions.map(({ lesson }) => lesson));
  const isAgreed = ({ kind, id }: Plan['changes'][number]) => kind !== 'removed' || brought.has(id);
  const changes = wanted.changes.filter(isAgreed);
  const emptyCategories = changes.length === wanted.changes.length ? wanted.emptyCategories : [];
  return { ...wanted, changes, emptyCategories };
}

/**
 * Does the rest of an undo of this folder that was interrupted, before anything else is published from it: else the folder as it was
 * in the middle would become a publication of its own. The caller holds the lock. Answers null when there is none.
 */
export async function finishUndo(options: Omit<TakeBackOptions, 'record'>): Promise<TakeBackResult | null> {
  const { catalogue, folder, scan } = options;
  const begun = await catalogue.journal(['started']);
  const open = begun.find(({ note }) => note?.undoes && note.folder === folder);
  if (!open || !(await scan()).exists) return null;
  const record = (await readHistory(catalogue)).find(({ id }) => id === open.note?.undoes);
  return record ? takeBack({ ...options, record }) : null;
}
