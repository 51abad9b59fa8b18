import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import type { LessonRow } from '../catalogue/appwrite-rows.ts';
import { whenUnreadable } from '../catalogue/download.ts';
import { isContentId, storedContent } from '../content-id.ts';
import type { PublishedLesson } from '../plan/change.ts';
import { isKept, type JournalEntry, noDetails } from './journal-entry.ts';

/** The content of a lesson whose file is not there, or not whole: it equals none, so that the folder's file is sent again. */
export const lostContent = '';

/** The library as it stands, with what keeping it in order needs. */
export type Library = Awaited<ReturnType<typeof readPublished>>;

/**
 * What visitors see now, and what was removed lately. A file that was there before us has an id that does not tell its content: it
 * is read once (`onAdopt` is told how many are still to be read) and its content is noted in the journal.
 */
export async function readPublished(catalogue: Catalogue, onAdopt?: (left: number) => void) {
  const [categories, rows, journal, files] = await Promise.all([
    catalogue.categories(),
    catalogue.lessons(),
    catalogue.journal(['removed', 'replaced', 'adopted']),
    catalogue.files(),
  ]);
  const whole = new Map(files.filter(({ complete }) => complete).map(({ id, size }) => [id, size]));
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const stored = rows.filter(({ fileId }) => whole.has(fileId));
  const contents = await contentsOf(catalogue, stored, journal, onAdopt);
  const lessons = rows.map((row): PublishedLesson => {
    // A row whose category is gone stands nowhere until it is moved.
    const categoryId = row.categoryId && names.has(row.categoryId) ? row.categoryId : '';
    const { id, fileName, fileSize, fileId, createdAt: publishedAt } = row;
    // Rows made by others may give another size; a file of ours of another size is damaged.
    const there = whole.has(fileId) && (whole.get(fileId) === fileSize || !isContentId(fileId));
    const content = there ? (contents.get(fileId) ?? fileId) : lostContent;
    const category = names.get(categoryId) ?? '';
    return { id, category, categoryId, fileName, fileSize, fileId, contentId: content, publishedAt };
  });
  const live = new Set(lessons.map(({ id }) => id));
  const removed = new Map<string, PublishedLesson>();
  for (const entry of journal) {
    const { kind, lesson: id, before } = entry;
    if (kind === 'removed' && isKept(entry, Date.now()) && id && before && !live.has(id))
      removed.set(id, { id, ...before });
  }
  return {
    categories,
    lessons,
    removed: [...removed.values()].reverse(),
    /** Rows that do not have the address that stays. */
    unlinked: rows.filter(({ link }) => link !== 'right'),
    /** Ids of all stored files. */
    files: files.map(({ id }) => id),
    /** What was removed and replaced, oldest first. */
    journal: journal.filter(({ kind }) => kind !== 'adopted'),
  };
}

async function contentsOf(
  catalogue: Catalogue,
  rows: LessonRow[],
  journal: JournalEntry[],
  onAdopt?: (left: number) => void,
) {
  const contents = notedContents(journal);
  const unread = rows.filter(({ fileId }) => !isContentId(fileId) && !contents.has(fileId));
  for (const [index, row] of unread.entries()) {
    onAdopt?.(unread.length - index);
    const { id: lesson, fileName, fileSize, fileId, createdAt: publishedAt } = row;
    const contentId = await storedContent(catalogue, fileId).catch(whenUnreadable(null));
    if (contentId === null) continue;
    contents.set(fileId, contentId);
    const place = { category: '', categoryId: row.categoryId ?? '' };
    const after = { ...place, fileName, fileSize, fileId, contentId, publishedAt };
    await catalogue.saveJournal([{ ...noDetails, id: fileId, kind: 'adopted', lesson, after }]);
  }
  return contents;
}

/** The contents of files, by their ids, as the journal noted them. */
export function notedContents(journal: JournalEntry[]): Map<string, string> {
  const states = journal.flatMap(({ before, after }) => [before, after]);
  return new Map(states.flatMap((state) => (state ? [[state.fileId, state.contentId]] : [])));
}
