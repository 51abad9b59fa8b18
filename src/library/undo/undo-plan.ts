import type { FolderLesson, FolderListing } from '../folder/folder-listing.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { type Library, lostContent } from '../journal/read-published.ts';
import type { LessonState } from '../plan/change.ts';
import { matchLessons } from '../plan/match-lessons.ts';
import { inVisitorsOrder, nameBetween, type Place, placeKey } from '../plan/place.ts';
import { type Move, orderMoves } from './order-moves.ts';

/** One change of the owner's folder, complete by itself: after each of them the folder may be published without a loss. */
export type UndoStep =
  /** A folder gets its former name again. */
  | { kind: 'folder'; from: string; to: string }
  /** The former edition comes back from the backend, and the present one is put aside. */
  | { kind: 'edition'; at: Place; present: string; state: LessonState }
  /** A file leaves its category; it is kept in a folder that is not published. */
  | { kind: 'aside'; at: Place }
  /** A file gets its former place again. */
  | ({ kind: 'move' } & Move)
  /** A file comes back from the backend. */
  | { kind: 'fetch'; state: LessonState };

export interface UndoPlan {
  /** In the order in which they are carried out. */
  steps: UndoStep[];
  /** What stays as it is, and why: its file is no longer kept, its place is taken by another file, or it was changed since. */
  left: { at: Place; why: 'expired' | 'taken' | 'changed' }[];
}

/**
 * What to do in the folder so that what a publication did is taken back, and nothing that came after it: a name, a category or a
 * content is put back only where it still is what the publication made it. The folder decides what is published, so publishing it
 * afterwards takes it back on the site too, with the same rows and links. Pure.
 */
export function undoPlan(entries: JournalEntry[], library: Library, listing: FolderListing): UndoPlan {
  const left: UndoPlan['left'] = [];
  const { names, pairs } = matchLessons(listing, library);
  /** Which file of the folder is which lesson, by the row's id. */
  const files = new Map(pairs.map(({ lesson, published }) => [published.id, lesson]));
  const folders = foldersBack(entries, listing, names, left);
  const formerName = new Map(folders.map(({ from, to }) => [from, to]));
  const named = (category: string) => formerName.get(category) ?? category;
  /** Where a state of then is now: its category may have another name since. */
  const placeOf = ({ categoryId, category, fileName }: LessonState): Place => ({
    category: named(names.get(categoryId) ?? category.normalize('NFC')),
    fileName: fileName.normalize('NFC'),
  });

  const contents = new Set(listing.lessons.map(({ contentId }) => contentId));
  const editions: UndoStep[] = [];
  const asides: UndoStep[] = [];
  const moves: Move[] = [];
  const fetches: LessonState[] = [];
  const stored = new Set(library.files);
  const isKept = (state: LessonState, at: Place) => {
    const kept = stored.has(state.fileId);
    if (!kept) left.push({ at, why: 'expired' });
    return kept;
  };
  for (const { lesson: id, before, after } of inOrder(entries)) {
    const file = files.get(id ?? '');
    const now = file && { category: named(file.category), fileName: file.fileName };
    if (before && !after) {
      if (file || before.contentId === lostContent || contents.has(before.contentId)) continue;
      const at = placeOf(before);
      if (isKept(before, at)) fetches.push({ ...before, ...at });
    } else if (after && !before) {
      if (now) asides.push({ kind: 'aside', at: now });
    } else if (before && after) {
      if (!file || !now) {
        left.push({ at: placeOf(after), why: 'changed' });
        continue;
      }
      const isCorrected = before.contentId !== after.contentId && before.contentId !== lostContent;
      if (isCorrected && file.contentId === after.contentId) {
        if (isKept(before, now))
          editions.push({ kind: 'edition', at: now, present: file.contentId, state: before });
      } else if (isCorrected && file.contentId !== before.contentId) left.push({ at: now, why: 'changed' });
      const [was, became] = [placeOf(before), placeOf(after)];
      const to = {
        category: now.category === became.category ? was.category : now.category,
        fileName: [became.fileName, nameBetween(became.fileName)].includes(now.fileName)
          ? was.fileName
          : now.fileName,
      };
      if (placeKey(to) !== placeKey(now)) moves.push({ from: now, to });
      else if (placeKey(was) !== placeKey(became) && placeKey(now) !== placeKey(was))
        left.push({ at: now, why: 'changed' });
    }
  }

  // An empty file is a place that an interrupted undo took, or nothing at all.
  const standing = [...listing.lessons, ...listing.problems.filter(({ kind }) => kind !== 'empty')];
  const taken = new Set(
    standing.flatMap(({ category, fileName }) =>
      category && fileName ? placeKey({ category: named(category), fileName }) : [],
    ),
  );
  for (const step of asides) if (step.kind === 'aside') taken.delete(placeKey(step.at));
  const { ordered, blocked } = orderMoves(moves, taken);
  for (const { to } of blocked) left.push({ at: to, why: 'taken' });
  const back = fetches.flatMap((state): UndoStep[] => {
    if (!taken.has(placeKey(state))) {
      taken.add(placeKey(state));
      return [{ kind: 'fetch', state }];
    }
    left.push({ at: state, why: 'taken' });
    return [];
  });
  const moved = ordered.map((move): UndoStep => ({ kind: 'move', ...move }));
  return { steps: [...folders, ...editions, ...asides, ...moved, ...back], left };
}

function foldersBack(
  entries: JournalEntry[],
  listing: FolderListing,
  names: Map<string, string>,
  left: UndoPlan['left'],
) {
  const isUsed = (name: string) =>
    [...listing.lessons, ...listing.problems].some(({ category }) => category === name);
  return entries.flatMap(({ kind, lesson: id, note }) => {
    if (kind !== 'categoryRenamed') return [];
    const [to, from] = [String(note?.from).normalize('NFC'), String(note?.to)];
    const now = names.get(id ?? '');
    if (from === to || now === to) return [];
    const why = now !== from ? 'changed' : isUsed(to) ? 'taken' : null;
    if (why) left.push({ at: { category: why === 'taken' ? to : (now ?? from), fileName: '' }, why });
    return why || !listing.categories.includes(from) ? [] : [{ kind: 'folder' as const, from, to }];
  });
}

function inOrder(entries: JournalEntry[]): JournalEntry[] {
  const lessons = entries.filter(({ before, after }) => before ?? after);
  return inVisitorsOrder(lessons, ({ before, after }) => before ?? after);
}

/** The listing of the folder after the steps, for the plan that the owner is shown before anything happens. Pure. */
export function undoneListing(steps: UndoStep[], listing: FolderListing): FolderListing {
  const formerName = new Map(
    steps.flatMap((step) => (step.kind === 'folder' ? [[step.from, step.to] as const] : [])),
  );
  const named = (category: string) => formerName.get(category) ?? category;
  const lessons = new Map<string, FolderLesson>();
  for (const lesson of listing.lessons) {
    const here = { ...lesson, category: named(lesson.category) };
    lessons.set(placeKey(here), here);
  }
  for (const step of steps) {
    if (step.kind === 'aside') lessons.delete(placeKey(step.at));
    else if (step.kind === 'edition') lessons.set(placeKey(step.at), { ...fetched(step.state), ...step.at });
    else if (step.kind === 'fetch') lessons.set(placeKey(step.state), fetched(step.state));
    else if (step.kind === 'move') {
      const lesson = lessons.get(placeKey(step.from));
      lessons.delete(placeKey(step.from));
      if (lesson) lessons.set(placeKey(step.to), { ...lesson, ...step.to });
    }
  }
  const all = [...lessons.values()];
  return {
    exists: true,
    categories: [...new Set([...listing.categories.map(named), ...all.map(({ category }) => category)])],
    lessons: all,
    problems: listing.problems.map((problem) => ({
      ...problem,
      ...(problem.category && { category: named(problem.category) }),
    })),
  };
}

function fetched(state: LessonState): FolderLesson {
  const { category, fileName, fileSize: size, contentId } = state;
  return { path: placeKey(state), category, fileName, size, contentId, md5: '', modifiedAt: 0 };
}
