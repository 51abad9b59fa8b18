import { nameHalves } from '#text/category-names.ts';
import { guard } from './guard.ts';
import { matchLessons } from './match-lessons.ts';
import {
  type Change,
  type FolderLesson,
  type FolderListing,
  type LessonState,
  newId,
  type Problem,
  type Published,
  type PublishedCategory,
  type PublishedLesson,
} from './model.ts';

/** A planned publication, in the order of the owner's report. */
export type Plan = ReturnType<typeof plan>;

/**
 * Compares the owner's folder with what is published. Pure: the same two always give the same plan, and the plan of a published
 * folder is empty. `now` (ISO 8601) becomes the date of new lessons.
 */
export function plan(listing: FolderListing, published: Published, now: string) {
  const { renamedCategories, names, categoryOf, pairs, added, duplicates, unmatched } = matchLessons(
    listing,
    published,
  );
  const attention = [
    ...listing.problems,
    ...duplicates.map(({ lesson: { path, category, fileName }, first }): Problem => {
      return { kind: 'duplicate', path, category, fileName, other: first.path };
    }),
  ];
  const held = unmatched.filter((lesson) =>
    attention.some((problem) => holds(problem, categoryOf(lesson), lesson.fileName)),
  );
  const removed = unmatched.filter((lesson) => !held.includes(lesson));

  const categories = categoryIds(published, names);
  const stateOf = (lesson: FolderLesson, publishedAt: string): LessonState => ({
    category: lesson.category,
    categoryId: categories.idOf(lesson.category),
    fileName: lesson.fileName,
    fileSize: lesson.size,
    fileId: lesson.contentId,
    contentId: lesson.contentId,
    publishedAt,
  });

  const changes: Change[] = [];
  let unchanged = held.length;
  for (const { lesson, published: before } of pairs) {
    const same = before.contentId === lesson.contentId;
    const after = { ...stateOf(lesson, before.publishedAt), ...(same && { fileId: before.fileId }) };
    // A wrong size in the row is put right with the file, which is there already.
    const whole = same && before.fileSize === lesson.size;
    const kind = !whole ? 'replaced' : before.categoryId !== after.categoryId ? 'moved' : 'renamed';
    if (kind === 'renamed' && before.fileName === after.fileName) unchanged++;
    else changes.push({ kind, id: before.id, before: toState(before), after, source: lesson });
  }
  const ids = new Set(published.lessons.map((lesson) => lesson.id));
  const kept = [...published.removed];
  for (const lesson of added) {
    const back = takeRemoved(kept, lesson, ids);
    const id = back?.id ?? newId(lesson.contentId, ids);
    ids.add(id);
    const after = stateOf(lesson, back?.publishedAt ?? now);
    if (back) after.fileId = back.fileId;
    changes.push({ kind: back ? 'restored' : 'added', id, before: null, after, source: lesson });
  }
  for (const lesson of removed) {
    changes.push({ kind: 'removed', id: lesson.id, before: toState(lesson), after: null, source: null });
  }

  const inUse = new Set([
    ...changes.flatMap((change) => change.after?.categoryId ?? []),
    ...held.map((lesson) => lesson.categoryId),
    ...pairs.map(({ lesson }) => categories.idOf(lesson.category)),
  ]);
  return {
    newCategories: categories.created,
    renamedCategories,
    emptyCategories: published.categories.filter(
      ({ id }) => !inUse.has(id) && categories.mayGo(id, names.get(id) ?? '', listing),
    ),
    changes,
    unchanged,
    /** Entries of the folder that are not published, with reasons. A lesson already published at such a path stays. */
    attention,
    /** Lessons that ask visitors for a password, by their paths. They are published all the same. */
    locked: listing.lessons.filter(({ isLocked }) => isLocked).map(({ path }) => path),
    /** Paths of lessons without searchable words, because their pages are pictures. */
    pictures: listing.lessons.filter(({ isPictures }) => isPictures).map(({ path }) => path),
    /** Categories whose name has no half in the other language. */
    oneLanguage: listing.categories.filter((name) => !nameHalves(name)),
    guard: guard(listing, removed.length, published.lessons.length),
  };
}

/** Whether a plan has nothing to do. */
export function isEmpty({ changes, newCategories, renamedCategories, emptyCategories }: Plan): boolean {
  return [changes, newCategories, renamedCategories, emptyCategories].every(({ length }) => length === 0);
}

/** A problem with a file or folder does not remove the lessons published from it. */
function holds(problem: Problem, category: string, fileName: string): boolean {
  return problem.category === category && (problem.fileName === undefined || problem.fileName === fileName);
}

/** The lesson that comes back, taken out of those that were removed lately: it keeps its id, its file and its date. */
function takeRemoved(kept: PublishedLesson[], lesson: FolderLesson, taken: Set<string>) {
  const same = kept.filter(({ id, contentId }) => contentId === lesson.contentId && !taken.has(id));
  const back = same.find(({ fileName }) => fileName === lesson.fileName) ?? same[0];
  if (back) kept.splice(kept.indexOf(back), 1);
  return back;
}

function toState({ id: _, ...state }: PublishedLesson): LessonState {
  return state;
}

/** Category names to ids: the published ones, and new ones made on demand. */
function categoryIds(published: Published, names: Map<string, string>) {
  const created: PublishedCategory[] = [];
  const ids = new Map<string, string>();
  const taken = new Set(published.categories.map(({ id }) => id));
  const former = new Map(published.removed.map(({ category, categoryId }) => [category, categoryId]));
  // Of two categories that differ only in Unicode form, the one that is spelt right stays.
  const spelt = (category: PublishedCategory) => (category.name === category.name.normalize('NFC') ? 0 : 1);
  for (const { id } of published.categories.toSorted((a, b) => spelt(a) - spelt(b))) {
    const current = names.get(id) ?? '';
    if (!ids.has(current)) ids.set(current, id);
  }
  return {
    created,
    idOf(name: string): string {
      const known = ids.get(name);
      if (known) return known;
      const before = former.get(name);
      const id = before && !taken.has(before) ? before : newId(name, taken);
      ids.set(name, id);
      taken.add(id);
      created.push({ id, name });
      return id;
    },
    /** A category without a lesson goes when its folder is gone too, or when it is the second one of the same name. */
    mayGo: (id: string, name: string, listing: FolderListing): boolean =>
      ids.get(name) !== id || !listing.categories.includes(name),
  };
}
