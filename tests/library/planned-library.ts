import type { FolderLesson, FolderListing, Problem, PublishedLibrary } from '../../src/library/plan/model.ts';
import { type Plan, plan } from '../../src/library/plan/plan.ts';

export const now = '2026-01-31T12:00:00.000+00:00';
export const emptyLibrary: PublishedLibrary = {
  categories: [],
  lessons: [],
  removedLessons: [],
  formerIds: [],
};

export function file(category: string, fileName: string, content: string): FolderLesson {
  const contentId = content.padEnd(36, '0');
  return {
    path: `${category}/${fileName}`,
    category,
    fileName,
    size: 10,
    contentId,
    modifiedAt: 0,
  };
}

export function folder(lessons: FolderLesson[], problems: Problem[] = []): FolderListing {
  const categories = [...new Set([...lessons, ...problems].flatMap(({ category }) => category ?? []))];
  return { exists: true, categories, lessons, problems };
}

export function library(...lessons: FolderLesson[]): PublishedLibrary {
  return applyPlan(plan(folder(lessons), emptyLibrary, now), emptyLibrary);
}

/** Returns the library after a plan is published, without a backend. */
export function applyPlan(plan: Plan, published: PublishedLibrary): PublishedLibrary {
  const removedCategories = new Set(plan.emptyCategories.map(({ id }) => id));
  const newNames = new Map(plan.renamedCategories.map(({ id, to }) => [id, to]));
  const nameOf = (id: string, name: string) => newNames.get(id) ?? name;
  const changedIds = new Set(plan.changes.map(({ id }) => id));
  const removedLessons = plan.changes.flatMap(({ kind, id, before }) =>
    kind === 'removed' && before ? [{ id, ...before }] : [],
  );
  return {
    categories: [...published.categories, ...plan.newCategories]
      .filter(({ id }) => !removedCategories.has(id))
      .map(({ id, name }) => ({ id, name: nameOf(id, name) })),
    lessons: [
      ...published.lessons
        .filter(({ id }) => !changedIds.has(id))
        .map((lesson) => ({ ...lesson, category: nameOf(lesson.categoryId, lesson.category) })),
      ...plan.changes.flatMap(({ id, after }) => (after ? [{ id, ...after }] : [])),
    ],
    formerIds: [
      ...published.formerIds,
      ...plan.changes.flatMap(({ id, before }) => (before ? [id, before.categoryId] : [])),
    ],
    removedLessons: [...removedLessons, ...published.removedLessons].filter(
      ({ id }) => !plan.changes.some((change) => change.id === id && change.after !== null),
    ),
  };
}
