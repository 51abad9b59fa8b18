import type { Library } from '../store/local-library.ts';
import type { RemoteLesson } from './appwrite.ts';

/*
 * The rows of a mirror as they were written last, each as a text under its key: a row that is not as this says was changed from
 * elsewhere.
 */

export const lessonKey = (id: string): string => `lesson ${id}`;
export const categoryKey = (id: string): string => `category ${id}`;
export const wordsKey = (id: string): string => `words ${id}`;

/** Everything of a lesson's row that the library decides; a lesson without a category is the same as one in none. */
export function lessonText(lesson: Omit<RemoteLesson, 'id'>): string {
  const { fileName, fileSize, fileId, categoryId, publishedAt } = lesson;
  return JSON.stringify([fileName, fileSize, fileId, categoryId || null, Date.parse(publishedAt)]);
}

export const categoryText = (name: string): string => JSON.stringify([name]);

/** The rows of a library, as they are when a mirror is equal to it. */
export function rowTexts({
  categories,
  lessons,
}: Pick<Library, 'categories' | 'lessons'>): Record<string, string> {
  return Object.fromEntries([
    ...categories.map(({ id, name }) => [categoryKey(id), categoryText(name)]),
    ...lessons.map((lesson) => [lessonKey(lesson.id), lessonText(lesson)]),
  ]);
}
