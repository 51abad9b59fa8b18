import type { Language } from '#contract/language.ts';
import type { PosterSubject } from '#web/page/poster-href.ts';
import type { LessonList } from './lesson-list.ts';

/** So many characters tell some thousand lessons apart, and are soon typed. */
const shortest = 6;

/** Which lesson or category a short address is of: the oldest whose id begins so, for the newer ones were given longer ones. */
export async function shortSubject(list: LessonList, beginning: string): Promise<PosterSubject | undefined> {
  for (const kind of ['lesson', 'category'] as const) {
    const id = await list.idFrom(kind, beginning);
    if (id !== undefined) return { kind, id };
  }
  return undefined;
}

/** An address that can be typed from a notice board: the language, and as much of the id as it takes. */
export async function shortPath(
  list: LessonList,
  { kind, id }: PosterSubject,
  language: Language,
): Promise<string> {
  for (let length = shortest; length < id.length; length += 1) {
    const beginning = id.slice(0, length);
    const found = await shortSubject(list, beginning);
    if (found?.kind === kind && found.id === id) return `/${language}/${beginning}`;
  }
  return `/${language}/${id}`;
}
