import type { Language } from '#contract/language.ts';
import { type PosterSubject, shortPath } from '#contract/urls.ts';
import type { LessonList } from './lesson-list.ts';

/** So many characters tell some thousand lessons apart, and are soon typed. */
const shortest = 6;

/**
 * Finds the lesson or category of a short address, by the first of `starts` with which an id begins. Of several such ids the oldest
 * is meant: newer ones have longer addresses.
 */
export async function shortSubject(
  list: LessonList,
  ...starts: string[]
): Promise<PosterSubject | undefined> {
  for (const start of starts)
    for (const kind of ['lesson', 'category'] as const) {
      const id = await list.idFrom(kind, start);
      if (id !== undefined) return { kind, id };
    }
  return undefined;
}

/** An address that can be typed from a notice board: the language, and as much of the id as it takes. */
export async function shortPathOf(
  list: LessonList,
  { kind, id }: PosterSubject,
  language: Language,
): Promise<string> {
  for (let length = shortest; length < id.length; length += 1) {
    const beginning = id.slice(0, length);
    const found = await shortSubject(list, beginning);
    if (found?.kind === kind && found.id === id) return shortPath(beginning, language);
  }
  return shortPath(id, language);
}
