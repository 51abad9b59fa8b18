import type { FolderLesson, FolderListing } from '../folder/folder-listing.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { lostContent } from '../journal/read-published.ts';
import type { LessonState } from '../plan/published.ts';

interface Place {
  category: string;
  fileName: string;
}

/** What taking back a publication does to the owner's folder. */
export interface UndoSteps {
  /** Folders that get their former name again. */
  folders: { from: string; to: string }[];
  /** Files that leave their category; they are kept in a folder that is not published. */
  asides: FolderLesson[];
  /** Files that get their former place again. */
  moves: { lesson: FolderLesson; to: Place }[];
  /** Files that come back from the backend. */
  fetches: LessonState[];
  /** Places that another file has taken in the meantime. */
  blocked: Place[];
}

/**
 * What to do in the folder so that it is as before a publication: the folder decides what is published, so undoing there and
 * publishing again undoes it on the site too, with the same rows and links. Pure; what changed since is left alone.
 */
export function undoSteps(entries: JournalEntry[], listing: FolderListing): UndoSteps {
  const folders = entries
    .filter(({ kind }) => kind === 'categoryRenamed')
    .map(({ note }) => ({ from: String(note?.to), to: String(note?.from).normalize('NFC') }))
    .filter(
      ({ from, to }) => from !== to && listing.categories.includes(from) && !listing.categories.includes(to),
    );
  const formerName = new Map(folders.map(({ from, to }) => [from, to]));
  const named = <Where extends Place>(where: Where): Where => ({
    ...where,
    category: formerName.get(where.category) ?? where.category,
    fileName: where.fileName.normalize('NFC'),
  });

  const files = new Map(listing.lessons.map((lesson) => [key(named(lesson)), named(lesson)]));
  const foreign = new Set(
    listing.problems.flatMap(({ category, fileName }) =>
      category && fileName ? key(named({ category, fileName })) : [],
    ),
  );
  const asides: FolderLesson[] = [];
  const wanted: { state: LessonState; lesson: FolderLesson | null }[] = [];
  for (const { before, after } of entries) {
    // A file that was lost and sent again: there is nothing to go back to.
    if (before?.contentId === lostContent) continue;
    const now = after && files.get(key(named(after)));
    const there = now?.contentId === after?.contentId ? now : undefined;
    if (there) files.delete(key(there));
    const sameContent = before?.contentId === after?.contentId;
    if (there && !sameContent) asides.push(there);
    if (before) wanted.push({ state: named(before), lesson: sameContent ? (there ?? null) : null });
  }

  const steps: UndoSteps = { folders, asides, moves: [], fetches: [], blocked: [] };
  const contents = new Set([...files.values()].map(({ contentId }) => contentId));
  for (const { state, lesson } of wanted) {
    const { category, fileName, contentId } = state;
    const to = { category, fileName };
    const standing = files.get(key(to));
    // It stands there, or elsewhere in the folder, already: somebody was quicker.
    if (standing?.contentId === contentId || (!lesson && contents.has(contentId))) continue;
    if (standing || foreign.has(key(to))) steps.blocked.push(to);
    else if (!lesson) steps.fetches.push(state);
    else if (key(lesson) !== key(to)) steps.moves.push({ lesson, to });
  }
  return steps;
}

/** The listing of the folder after the steps, for the plan that the owner is shown before anything happens. */
export function undoneListing(steps: UndoSteps, listing: FolderListing): FolderListing {
  const formerName = new Map(steps.folders.map(({ from, to }) => [from, to]));
  const category = (name: string) => formerName.get(name) ?? name;
  const gone = new Set(steps.asides.map(({ path }) => path));
  const moved = new Map(steps.moves.map(({ lesson, to }) => [lesson.path, to]));
  const fetched = steps.fetches.map(
    (state): FolderLesson => ({
      path: key(state),
      category: state.category,
      fileName: state.fileName,
      size: state.fileSize,
      contentId: state.contentId,
      md5: '',
      modifiedAt: 0,
    }),
  );
  const lessons = listing.lessons
    .filter(({ path }) => !gone.has(path))
    .map((lesson) => ({ ...lesson, category: category(lesson.category), ...moved.get(lesson.path) }));
  return {
    exists: true,
    categories: [
      ...new Set([...listing.categories.map(category), ...fetched.map((lesson) => lesson.category)]),
    ],
    lessons: [...lessons, ...fetched],
    problems: listing.problems.map((problem) => ({
      ...problem,
      ...(problem.category && { category: category(problem.category) }),
    })),
  };
}

function key({ category, fileName }: Place): string {
  return `${category}/${fileName}`;
}
