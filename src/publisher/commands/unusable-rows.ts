import type { LessonRow } from '../catalogue/appwrite-rows.ts';
import type { PublishedCategory } from '../plan/change.ts';

const isBlank = (text: string) => text.trim() === '';

/** The ids of what visitors are not shown: categories and lessons without a name, and lessons without a category. */
export function unusableRows(
  categories: readonly Pick<PublishedCategory, 'id' | 'name'>[],
  lessons: readonly Pick<LessonRow, 'id' | 'fileName' | 'categoryId'>[],
): string[] {
  const named = new Set(categories.filter(({ name }) => !isBlank(name)).map(({ id }) => id));
  return [
    ...categories.filter(({ id }) => !named.has(id)),
    ...lessons.filter(
      ({ fileName, categoryId }) => isBlank(fileName) || categoryId === null || !named.has(categoryId),
    ),
  ].map(({ id }) => id);
}
