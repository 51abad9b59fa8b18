import { matchLessons } from '../plan/match-lessons.ts';
import {
  type FolderLesson,
  type FolderListing,
  folderNameOf,
  type LessonPath,
  type LessonState,
  pathKey,
  sortForVisitors,
} from '../plan/model.ts';
import { temporaryName } from '../plan/names.ts';
import { type Library, missingContent } from '../store/local-library.ts';
import type { CategoryRename, NewEntry } from '../store/log.ts';

/** A file that leaves a place, arrives at one, or both. */
export interface FileStep {
  /**
   * `replace`: the previous version comes back from the store. `moveOut`: a file moves into a folder that is not published. `move`: a
   * file gets its former place again. `fetch`: a file comes back from the store.
   */
  kind: 'replace' | 'moveOut' | 'move' | 'fetch';
  from?: LessonPath;
  to?: LessonPath;
  /** The version that comes back from the store. */
  state?: LessonState;
  /** Content of the file that is replaced. */
  present?: string;
}

/** One change of the owner's folder; `folder`: a category gets its former name again. */
export type UndoStep = FileStep | { kind: 'folder'; from: string; to: string };

export interface UndoPlan {
  steps: UndoStep[];
  /** A change that is not undone, and why: its file is no longer kept, its path is taken, or it was changed afterward. */
  left: { at: LessonPath; why: 'expired' | 'taken' | 'changed' }[];
}

/**
 * Plans the steps in the folder that undo a publication and nothing after it: a name, category or content is reverted only if it is
 * still the publication's. Publishing the folder then undoes it on the site too, with the same rows and links. Pure.
 */
export function createUndoPlan(
  { categories, changes }: Pick<NewEntry, 'categories' | 'changes'>,
  library: Library,
  listing: FolderListing,
): UndoPlan {
  const left: UndoPlan['left'] = [];
  const { names, pairs } = matchLessons(listing, library);
  /** Files of the folder by the id of their lesson. */
  const files = new Map(pairs.map(({ lesson, published }) => [published.id, lesson]));
  const folders = foldersBack(categories, listing, names, left);
  const formerName = new Map(folders.map(({ from, to }) => [from, to]));
  const nameOf = (category: string) => formerName.get(category) ?? category;
  /** Returns the current path of an earlier state; its category may have been renamed. */
  const placeOf = (state: LessonState): LessonPath => ({
    category: nameOf(names.get(state.categoryId) ?? state.category.normalize('NFC')),
    fileName: folderNameOf(state).normalize('NFC'),
  });

  const contents = new Set(listing.lessons.map(({ contentId }) => contentId));
  const replacements: FileStep[] = [];
  const removals: (FileStep & { from: LessonPath })[] = [];
  const moves: (FileStep & { from: LessonPath; to: LessonPath })[] = [];
  const fetches: (FileStep & { to: LessonPath })[] = [];
  const isKept = (state: LessonState, at: LessonPath) => {
    const isStored = library.files.has(state.fileId);
    if (!isStored) left.push({ at, why: 'expired' });
    return isStored;
  };
  for (const { id, before, after } of sortForVisitors(changes, (change) => change.before ?? change.after)) {
    const file = files.get(id);
    const now = file && { category: nameOf(file.category), fileName: file.fileName };
    if (before && !after) {
      if (file || before.contentId === missingContent || contents.has(before.contentId)) continue;
      const to = placeOf(before);
      if (isKept(before, to)) fetches.push({ kind: 'fetch', to, state: before });
    } else if (after && !before) {
      if (now) removals.push({ kind: 'moveOut', from: now });
    } else if (before && after) {
      if (!file || !now) {
        left.push({ at: placeOf(after), why: 'changed' });
        continue;
      }
      const isCorrected = before.contentId !== after.contentId && before.contentId !== missingContent;
      if (isCorrected && file.contentId === after.contentId) {
        if (isKept(before, now))
          replacements.push({ kind: 'replace', from: now, to: now, present: file.contentId, state: before });
      } else if (isCorrected && file.contentId !== before.contentId) left.push({ at: now, why: 'changed' });
      const [was, became] = [placeOf(before), placeOf(after)];
      const to = {
        category: now.category === became.category ? was.category : now.category,
        fileName: [became.fileName, temporaryName(became.fileName)].includes(now.fileName)
          ? was.fileName
          : now.fileName,
      };
      if (pathKey(to) !== pathKey(now)) moves.push({ kind: 'move', from: now, to });
      else if (pathKey(was) !== pathKey(became) && pathKey(now) !== pathKey(was))
        left.push({ at: now, why: 'changed' });
    }
  }

  const usedPaths = new Set(
    [...listing.lessons, ...listing.problems].flatMap(({ category, fileName }) =>
      category && fileName ? pathKey({ category: nameOf(category), fileName }) : [],
    ),
  );
  for (const { from } of removals) usedPaths.delete(pathKey(from));
  const free = movesToFreePlaces(moves, usedPaths, left);
  const back = fetches.filter(({ to }) => {
    const isFree = !usedPaths.has(pathKey(to));
    if (isFree) usedPaths.add(pathKey(to));
    else left.push({ at: to, why: 'taken' });
    return isFree;
  });
  return { steps: [...folders, ...replacements, ...removals, ...free, ...back], left };
}

/** Returns the moves whose targets are free after all moves have left their sources. Updates `taken`, the paths of all files. */
function movesToFreePlaces<Move extends { from: LessonPath; to: LessonPath }>(
  moves: Move[],
  usedPaths: Set<string>,
  left: UndoPlan['left'],
): Move[] {
  let free = moves;
  for (const { from } of moves) usedPaths.delete(pathKey(from));
  for (;;) {
    const blocked = free.filter(({ to }) => usedPaths.has(pathKey(to)));
    if (blocked.length === 0) break;
    for (const { from, to } of blocked) {
      usedPaths.add(pathKey(from));
      left.push({ at: to, why: 'taken' });
    }
    free = free.filter((move) => !blocked.includes(move));
  }
  for (const { to } of free) usedPaths.add(pathKey(to));
  return free;
}

function foldersBack(
  categories: readonly CategoryRename[],
  listing: FolderListing,
  names: Map<string, string>,
  left: UndoPlan['left'],
) {
  const isUsed = (name: string) =>
    [...listing.lessons, ...listing.problems].some(({ category }) => category === name);
  return categories.flatMap(({ id, from: before, to: from }) => {
    const to = before.normalize('NFC');
    const now = names.get(id);
    if (from === to || now === to) return [];
    const why = now !== from ? 'changed' : isUsed(to) ? 'taken' : null;
    if (why) left.push({ at: { category: why === 'taken' ? to : (now ?? from), fileName: '' }, why });
    return why || !listing.categories.includes(from) ? [] : [{ kind: 'folder' as const, from, to }];
  });
}

/** The listing of the folder after the steps, for the plan that the owner is shown before anything happens. Pure. */
export function applyUndo(steps: UndoStep[], listing: FolderListing): FolderListing {
  const formerName = new Map(
    steps.flatMap((step) => (step.kind === 'folder' ? [[step.from, step.to] as const] : [])),
  );
  const nameOf = (category: string) => formerName.get(category) ?? category;
  const lessonsHere = listing.lessons.map((lesson) => ({ ...lesson, category: nameOf(lesson.category) }));
  const lessons = new Map(lessonsHere.map((lesson) => [pathKey(lesson), lesson]));
  const arrivals: FolderLesson[] = [];
  for (const step of steps) {
    if (step.kind === 'folder') continue;
    const { from, to, state } = step;
    const lesson = from && lessons.get(pathKey(from));
    if (from) lessons.delete(pathKey(from));
    if (to && state) arrivals.push(fetched(state, to));
    else if (to && lesson) arrivals.push({ ...lesson, ...to });
  }
  for (const lesson of arrivals) lessons.set(pathKey(lesson), lesson);
  const all = [...lessons.values()];
  return {
    ...listing,
    exists: true,
    categories: [...new Set([...listing.categories.map(nameOf), ...all.map(({ category }) => category)])],
    lessons: all,
    problems: listing.problems.map((problem) => ({
      ...problem,
      ...(problem.category && { category: nameOf(problem.category) }),
    })),
  };
}

function fetched({ fileSize: size, contentId }: LessonState, place: LessonPath): FolderLesson {
  return { ...place, path: pathKey(place), size, contentId, md5: '', modifiedAt: 0 };
}
