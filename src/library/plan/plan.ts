import { nameHalves } from '#text/category-names.ts';
import { separateConflictCopies } from './conflict-copies.ts';
import { readDatedName } from './dated-name.ts';
import { checkRemovals } from './guard.ts';
import { matchLessons } from './match-lessons.ts';
import {
  type Change,
  createId,
  type FolderLesson,
  type FolderListing,
  folderNameOf,
  type LessonState,
  type Problem,
  type PublishedCategory,
  type PublishedLesson,
  type PublishedLibrary,
  shortIdOf,
  toState,
} from './model.ts';

/** A planned publication. */
export type Plan = ReturnType<typeof plan>;

/**
 * Plans the changes that make the library equal to the owner's folder. Pure. For an unchanged folder the plan is empty. `now`
 * (ISO 8601) dates new lessons without a date; `redates` replaces published dates by those of file names and files.
 */
export function plan(
  scannedListing: FolderListing,
  library: PublishedLibrary,
  now: string,
  { redates = false }: { redates?: boolean } = {},
) {
  const listing = separateConflictCopies(scannedListing, library);
  const { renamedCategories, names, categoryOf, pairs, addedFiles, duplicates, unmatchedLessons } =
    matchLessons(listing, library);
  const problems = [
    ...listing.problems,
    ...duplicates.map(({ lesson: { path, category, fileName }, first }): Problem => {
      return { kind: 'duplicate', path, category, fileName, otherPath: first.path };
    }),
  ];
  const protectedLessons = unmatchedLessons.filter((lesson) =>
    problems.some((problem) => concerns(problem, categoryOf(lesson), folderNameOf(lesson))),
  );
  const removedLessons = unmatchedLessons.filter((lesson) => !protectedLessons.includes(lesson));

  const newIds = createIdSource(library);
  const categories = createCategoryIds(library, names, newIds);
  const datedName = (lesson: FolderLesson) => readDatedName(lesson.fileName, listing.hijriOffset);
  const fileDate = redates || isFirstDay(library, now) ? createFileDates(listing, now) : () => null;
  const stateFrom = (lesson: FolderLesson, publishedAt: string, title: string): LessonState => ({
    category: lesson.category,
    categoryId: categories.idOf(lesson.category),
    fileName: title,
    folderName: title === lesson.fileName ? undefined : lesson.fileName,
    fileSize: lesson.size,
    fileId: lesson.contentId,
    contentId: lesson.contentId,
    publishedAt,
  });

  const changes: Change[] = [];
  let unchangedCount = protectedLessons.length;
  for (const { lesson, publishedLesson: before } of pairs) {
    const hasSameContent = before.contentId === lesson.contentId;
    const date = redates ? (datedName(lesson).date ?? fileDate(lesson)) : null;
    // Older versions used the whole file name, with its date, as the title. Such a lesson keeps it until the file is renamed.
    const keepsName = !redates && folderNameOf(before) === lesson.fileName;
    const nameAndDate = keepsName ? { title: before.fileName, date } : datedName(lesson);
    const publishedAt = date ?? nameAndDate.date ?? before.publishedAt;
    const after = {
      ...stateFrom(lesson, publishedAt, nameAndDate.title),
      ...(hasSameContent && { fileId: before.fileId }),
    };
    // A row with a wrong size counts as replaced, so that the size is corrected.
    const isSameFile = hasSameContent && before.fileSize === lesson.size;
    const sameName = before.fileName === after.fileName;
    const sameDate = Date.parse(before.publishedAt) === Date.parse(after.publishedAt);
    const isMoved = before.categoryId !== after.categoryId;
    const kind = !isSameFile ? 'replaced' : isMoved ? 'moved' : sameName && !sameDate ? 'dated' : 'renamed';
    if (kind === 'renamed' && sameName && before.folderName === after.folderName) unchangedCount++;
    else changes.push({ kind, id: before.id, before: toState(before), after, source: lesson });
  }
  const ids = new Set(library.lessons.map((lesson) => lesson.id));
  const restorableLessons = [...library.removedLessons];
  for (const lesson of addedFiles) {
    const returningLesson = takeRemoved(restorableLessons, lesson, ids);
    const id = newIds.use(returningLesson?.id ?? newIds.create(lesson.contentId));
    ids.add(id);
    const { title, date } = datedName(lesson);
    const after = stateFrom(lesson, date ?? returningLesson?.publishedAt ?? fileDate(lesson) ?? now, title);
    if (returningLesson) after.fileId = returningLesson.fileId;
    changes.push({ kind: returningLesson ? 'restored' : 'added', id, before: null, after, source: lesson });
  }
  for (const lesson of removedLessons) {
    changes.push({ kind: 'removed', id: lesson.id, before: toState(lesson), after: null, source: null });
  }

  const usedCategoryIds = new Set([
    ...changes.flatMap((change) => change.after?.categoryId ?? []),
    ...protectedLessons.map((lesson) => lesson.categoryId),
    ...pairs.map(({ lesson }) => categories.idOf(lesson.category)),
  ]);
  return {
    newCategories: categories.created,
    renamedCategories,
    emptyCategories: library.categories.filter(
      ({ id }) => !usedCategoryIds.has(id) && categories.isRemovable(id, names.get(id) ?? '', listing),
    ),
    changes,
    unchangedCount,
    /** Entries of the folder that are not published, with reasons. A lesson that is published under such a path stays online. */
    problems,
    /** Paths of lessons that require a password. */
    lockedPaths: listing.lessons.filter(({ isLocked }) => isLocked).map(({ path }) => path),
    /** Paths of lessons in which many pages lack searchable words, with the numbers of these and of all pages. */
    unsearchablePaths: listing.lessons.flatMap(({ path, pictures }) =>
      pictures ? `${path} (${pictures})` : [],
    ),
    /** Paths of files whose names begin with an impossible or unlikely date, see `readDatedName`. */
    noSuchDatePaths: listing.lessons
      .filter((lesson) => datedName(lesson).isNoSuchDate)
      .map(({ path }) => path),
    /** Categories whose names are not in both languages. */
    monolingualCategories: listing.categories.filter((name) => !nameHalves(name)),
    /** Date of new lessons that have no other date (ISO 8601). `publish` replaces it by the time of publication. */
    now,
    guard: checkRemovals(listing, removedLessons.length, library.lessons.length),
  };
}

/** Offer to use the dates of file names and files in a library whose lessons all have the same date. */
export interface DateOffer {
  /** The plan with these dates. */
  plan: Plan;
  /** The common date, and the earliest and latest new date (ISO 8601). */
  date: string;
  first: string;
  last: string;
}

/** Offers the dates of file names and files if all lessons, at least two, have the same date and any file has another. Otherwise null. */
export function offerDates(listing: FolderListing, library: PublishedLibrary, now: string): DateOffer | null {
  const dayOf = (iso: string) => new Date(iso).toDateString();
  const [{ publishedAt: date } = { publishedAt: now }] = library.lessons;
  const haveSameDate = library.lessons.every(({ publishedAt }) => dayOf(publishedAt) === dayOf(date));
  if (library.lessons.length < 2 || !haveSameDate) return null;
  const redatedPlan = plan(listing, library, now, { redates: true });
  const dates = redatedPlan.changes
    .flatMap(({ before, after }) => (before && after ? after.publishedAt : []))
    .filter((newDate) => dayOf(newDate) !== dayOf(date))
    .sort();
  const [first, last] = [dates[0], dates.at(-1)];
  return first && last ? { plan: redatedPlan, date, first, last } : null;
}

/** The part of a plan that changes the library. */
export type PlannedChanges = Pick<
  Plan,
  'changes' | 'newCategories' | 'renamedCategories' | 'emptyCategories'
>;

export const noChanges: PlannedChanges = {
  changes: [],
  newCategories: [],
  renamedCategories: [],
  emptyCategories: [],
};

/** Whether a plan has nothing to do. */
export function isEmpty({
  changes,
  newCategories,
  renamedCategories,
  emptyCategories,
}: PlannedChanges): boolean {
  return [changes, newCategories, renamedCategories, emptyCategories].every(({ length }) => length === 0);
}

/** Whether a problem with a file or folder concerns the lesson at this path, which therefore stays published. */
function concerns(problem: Problem, category: string, fileName: string): boolean {
  return problem.category === category && (problem.fileName === undefined || problem.fileName === fileName);
}

/** Takes a removed lesson with a file's content, preferably one with its name, out of `recentlyRemoved`. Undefined if there is none. */
function takeRemoved(recentlyRemoved: PublishedLesson[], lesson: FolderLesson, usedIds: Set<string>) {
  const candidates = recentlyRemoved.filter(
    ({ id, contentId }) => contentId === lesson.contentId && !usedIds.has(id),
  );
  const returningLesson =
    candidates.find((removed) => folderNameOf(removed) === lesson.fileName) ?? candidates[0];
  if (returningLesson) recentlyRemoved.splice(recentlyRemoved.indexOf(returningLesson), 1);
  return returningLesson;
}

const DAY_MS = 86_400_000;

/** Whether the library is in its first 24 hours, in which an owner can fill it by several publications. */
function isFirstDay({ since }: PublishedLibrary, now: string): boolean {
  return since === undefined || Date.parse(now) - Date.parse(since) < DAY_MS;
}

/** Earliest plausible date of a file; older ones come from disks and archives that do not store dates. */
const FIRST_FILE_DATE_MS = Date.parse('1995-01-01');

/** Creates a function that returns a file's date; null if it is implausible, or if all files have the same day, as after copying. */
function createFileDates({ lessons }: FolderListing, now: string): (lesson: FolderLesson) => string | null {
  const dateOf = ({ modifiedAt }: FolderLesson) =>
    modifiedAt >= FIRST_FILE_DATE_MS && modifiedAt <= Date.parse(now) ? new Date(modifiedAt) : null;
  const days = new Set(lessons.map((lesson) => dateOf(lesson)?.toDateString()));
  return (lesson) => (days.size > 1 ? (dateOf(lesson)?.toISOString() ?? null) : null);
}

type IdSource = ReturnType<typeof createIdSource>;

/**
 * Creates ids whose short addresses never led to another lesson or category. One that was removed long ago and returns can have its
 * former id.
 */
function createIdSource({ categories, lessons, formerIds }: PublishedLibrary) {
  const usedShortIds = new Set([...categories, ...lessons].map(({ id }) => shortIdOf(id)));
  const formerOwners = new Map(formerIds.map((id) => [shortIdOf(id), id]));
  return {
    create: (seed: string): string =>
      createId(
        seed,
        (id) => !usedShortIds.has(shortIdOf(id)) && (formerOwners.get(shortIdOf(id)) ?? id) === id,
      ),
    /** Records that the plan uses an id, and returns it. */
    use(id: string): string {
      usedShortIds.add(shortIdOf(id));
      return id;
    },
  };
}

/** Maps category names to ids: of published categories, or else of recently removed ones, or else new ones. */
function createCategoryIds(library: PublishedLibrary, names: Map<string, string>, newIds: IdSource) {
  const created: PublishedCategory[] = [];
  const ids = new Map<string, string>();
  const usedIds = new Set(library.categories.map(({ id }) => id));
  const removedIds = new Map(
    library.removedLessons.map(({ category, categoryId }) => [category, categoryId]),
  );
  // Of two categories that differ only in Unicode normalization, the one in NFC stays.
  const normalizationRank = (category: PublishedCategory) =>
    category.name === category.name.normalize('NFC') ? 0 : 1;
  for (const { id } of library.categories.toSorted((a, b) => normalizationRank(a) - normalizationRank(b))) {
    const currentName = names.get(id) ?? '';
    if (!ids.has(currentName)) ids.set(currentName, id);
  }
  return {
    created,
    idOf(name: string): string {
      const existingId = ids.get(name);
      if (existingId) return existingId;
      const removedId = removedIds.get(name);
      const id = newIds.use(removedId && !usedIds.has(removedId) ? removedId : newIds.create(name));
      ids.set(name, id);
      usedIds.add(id);
      created.push({ id, name });
      return id;
    },
    /** Whether an empty category can be removed: its folder is missing, or another category has its name. */
    isRemovable: (id: string, name: string, listing: FolderListing): boolean =>
      ids.get(name) !== id || !listing.categories.includes(name),
  };
}
