import { matchLessons } from '../plan/match-lessons.ts';
import {
  type FolderLesson,
  type FolderListing,
  folderNameOf,
  type LessonPath,
  type LessonState,
  type Problem,
  type PublishedLibrary,
  pathKey,
  sortForVisitors,
} from '../plan/model.ts';
import { toTemporaryName } from '../plan/names.ts';
import { missingContent } from '../store/local-library.ts';
import type { CategoryRename, NewEntry } from '../store/log.ts';

/** A step of an undo that moves a file out of a path, into a path, or both. */
export interface FileStep {
  /**
   * `replace`: put the previous version in place of the file. `fetch`: restore a file that is no longer in the folder. `move`: move a file
   * back to its former path. `moveOut`: move a file to an unpublished folder.
   */
  kind: 'replace' | 'moveOut' | 'move' | 'fetch';
  /** The file as it was scanned, with the name that its category has after the undo. Its content must not have changed. */
  from?: FolderLesson;
  to?: LessonPath;
  /** The stored version to restore. */
  state?: LessonState;
}

/** A change in the owner's folder. `folder`: restore the former name of a category. */
export type UndoStep = FileStep | { kind: 'folder'; from: string; to: string };

export interface UndoPlan {
  steps: UndoStep[];
  /** Changes that are not undone: the file has expired, its path is taken, or it was changed later. A category has an empty `fileName`. */
  skipped: { path: LessonPath; reason: 'expired' | 'taken' | 'changed' }[];
}

type Skip = (path: LessonPath, reason: UndoPlan['skipped'][number]['reason']) => void;

/**
 * Plans the steps in the folder that undo a publication. Reverts a name, category or content only if it has not changed since, and
 * moves out an added file only if it has no later version. Publishing the folder then undoes all but the dates, with the same links. Pure.
 */
export function createUndoPlan(
  { categories, changes }: Pick<NewEntry, 'categories' | 'changes'>,
  library: PublishedLibrary,
  listing: FolderListing,
  isStored: (fileId: string) => boolean,
): UndoPlan {
  const skipped: UndoPlan['skipped'] = [];
  const skip: Skip = ({ category, fileName }, reason) =>
    skipped.push({ path: { category, fileName }, reason });
  const { names, pairs } = matchLessons(listing, library);
  /** Files in the folder by lesson id. */
  const files = new Map(pairs.map(({ lesson, publishedLesson }) => [publishedLesson.id, lesson]));
  const folders = planFolderRenames(categories, listing, names, skip);
  const formerNames = new Map(folders.map(({ from, to }) => [from, to]));
  const nameOf = (category: string) => formerNames.get(category) ?? category;
  /** Returns the path of a lesson's state, with the name that its category has after the undo. */
  const pathOf = (state: LessonState): LessonPath => ({
    category: nameOf(names.get(state.categoryId) ?? state.category.normalize('NFC')),
    fileName: folderNameOf(state).normalize('NFC'),
  });

  const pathKeysOf = (entries: readonly (FolderLesson | Problem)[]) =>
    entries.flatMap(({ category, fileName }) =>
      category && fileName ? pathKey({ category: nameOf(category), fileName }) : [],
    );
  const problemPaths = new Set(pathKeysOf(listing.problems));
  const contents = new Set(listing.lessons.map(({ contentId }) => contentId));
  const replacements: FileStep[] = [];
  const removals: (FileStep & { from: FolderLesson })[] = [];
  const moves: (FileStep & { from: FolderLesson; to: LessonPath })[] = [];
  const fetches: (FileStep & { to: LessonPath })[] = [];
  const isStoredVersion = (state: LessonState, path: LessonPath) => {
    if (isStored(state.fileId)) return true;
    skip(path, 'expired');
    return false;
  };
  for (const { id, before, after } of sortForVisitors(changes, (change) => change.before ?? change.after)) {
    const scannedFile = files.get(id);
    const file = scannedFile && { ...scannedFile, category: nameOf(scannedFile.category) };
    if (before && !after) {
      if (file || before.contentId === missingContent || contents.has(before.contentId)) continue;
      const to = pathOf(before);
      if (isStoredVersion(before, to)) fetches.push({ kind: 'fetch', to, state: before });
    } else if (after && !before) {
      const path = file ?? pathOf(after);
      if (file?.contentId === after.contentId) removals.push({ kind: 'moveOut', from: file });
      else if (file || problemPaths.has(pathKey(path))) skip(path, 'changed');
    } else if (before && after) {
      if (!file) {
        skip(pathOf(after), 'changed');
        continue;
      }
      const hasNewContent = before.contentId !== after.contentId && before.contentId !== missingContent;
      if (hasNewContent && file.contentId === after.contentId) {
        if (isStoredVersion(before, file))
          replacements.push({ kind: 'replace', from: file, to: file, state: before });
      } else if (hasNewContent && file.contentId !== before.contentId) skip(file, 'changed');
      const [formerPath, publishedPath] = [pathOf(before), pathOf(after)];
      const to = {
        category: file.category === publishedPath.category ? formerPath.category : file.category,
        fileName: [publishedPath.fileName, toTemporaryName(publishedPath.fileName)].includes(file.fileName)
          ? formerPath.fileName
          : file.fileName,
      };
      if (pathKey(to) !== pathKey(file)) moves.push({ kind: 'move', from: file, to });
      else if (pathKey(formerPath) !== pathKey(publishedPath) && pathKey(file) !== pathKey(formerPath))
        skip(file, 'changed');
    }
  }

  const usedPaths = new Set([...pathKeysOf(listing.lessons), ...problemPaths]);
  for (const { from } of removals) usedPaths.delete(pathKey(from));
  const possibleMoves = keepMovesToFreePaths(moves, usedPaths, skip);
  const possibleFetches = fetches.filter(({ to }) => {
    const isFree = !usedPaths.has(pathKey(to));
    if (isFree) usedPaths.add(pathKey(to));
    else skip(to, 'taken');
    return isFree;
  });
  return { steps: [...folders, ...replacements, ...removals, ...possibleMoves, ...possibleFetches], skipped };
}

/** Returns the moves whose targets are free once the returned moves have left their sources; skips the others. Updates `usedPaths`. */
function keepMovesToFreePaths<Move extends { from: LessonPath; to: LessonPath }>(
  moves: Move[],
  usedPaths: Set<string>,
  skip: Skip,
): Move[] {
  let remainingMoves = moves;
  for (const { from } of moves) usedPaths.delete(pathKey(from));
  for (;;) {
    const blockedMoves = remainingMoves.filter(({ to }) => usedPaths.has(pathKey(to)));
    if (blockedMoves.length === 0) break;
    for (const { from, to } of blockedMoves) {
      usedPaths.add(pathKey(from));
      skip(to, 'taken');
    }
    remainingMoves = remainingMoves.filter((move) => !blockedMoves.includes(move));
  }
  for (const { to } of remainingMoves) usedPaths.add(pathKey(to));
  return remainingMoves;
}

function planFolderRenames(
  categories: readonly CategoryRename[],
  listing: FolderListing,
  names: Map<string, string>,
  skip: Skip,
) {
  const isUsed = (name: string) =>
    [...listing.lessons, ...listing.problems].some(({ category }) => category === name);
  return categories.flatMap(({ id, from: before, to: from }) => {
    const to = before.normalize('NFC');
    const now = names.get(id);
    if (from === to || now === to) return [];
    const reason = now !== from ? 'changed' : isUsed(to) ? 'taken' : null;
    if (reason) skip({ category: reason === 'taken' ? to : (now ?? from), fileName: '' }, reason);
    return reason || !listing.categories.includes(from) ? [] : [{ kind: 'folder' as const, from, to }];
  });
}

/** Returns the listing that the folder will have after the steps, for the plan that the owner confirms. Pure. */
export function applyUndo(steps: UndoStep[], listing: FolderListing): FolderListing {
  const formerNames = new Map(
    steps.flatMap((step) => (step.kind === 'folder' ? [[step.from, step.to] as const] : [])),
  );
  const nameOf = (category: string) => formerNames.get(category) ?? category;
  const renamedLessons = listing.lessons.map((lesson) => ({ ...lesson, category: nameOf(lesson.category) }));
  const lessons = new Map(renamedLessons.map((lesson) => [pathKey(lesson), lesson]));
  const movedLessons: FolderLesson[] = [];
  for (const step of steps) {
    if (step.kind === 'folder') continue;
    const { from, to, state } = step;
    if (from) lessons.delete(pathKey(from));
    if (to && state) movedLessons.push(toFolderLesson(state, to));
    else if (to && from) movedLessons.push({ ...from, ...to });
  }
  for (const lesson of movedLessons) lessons.set(pathKey(lesson), lesson);
  const allLessons = [...lessons.values()];
  return {
    ...listing,
    exists: true,
    categories: [
      ...new Set([...listing.categories.map(nameOf), ...allLessons.map(({ category }) => category)]),
    ],
    lessons: allLessons,
    problems: listing.problems.map((problem) => ({
      ...problem,
      ...(problem.category && { category: nameOf(problem.category) }),
    })),
  };
}

function toFolderLesson({ fileSize: size, contentId }: LessonState, path: LessonPath): FolderLesson {
  return { ...path, path: pathKey(path), size, contentId, modifiedAt: 0 };
}
