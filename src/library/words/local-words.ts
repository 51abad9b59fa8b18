import type { Backend } from '#backend/backend.ts';
import { type FoundPage, headText, type LessonWords, parseHead, type WordsHead } from './lesson-words.ts';

/** The words of the lessons in the data folder. */
export function openLocalWords({ words }: Pick<Backend, 'words'>) {
  return {
    heads: (): WordsHead[] => words?.heads().map(parseHead) ?? [],
    pages: (lesson: string): readonly FoundPage[] => words?.pages(lesson) ?? [],
    /** Puts the pages of lessons in the place of those that were there. */
    async replace(lessons: readonly LessonWords[]): Promise<void> {
      await words?.replace(
        lessons.map(({ head, pages }) => {
          const { lesson, category } = head;
          return { lesson, category, head: headText(head), pages };
        }),
      );
    },
    remove: (lessons: readonly string[]): void => words?.remove(lessons),
    async move(lesson: string, category: string): Promise<void> {
      await words?.move(lesson, category);
    },
  };
}
