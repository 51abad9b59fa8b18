import type { Language } from '#contract/language.ts';
import { readingPath } from '#contract/lesson-path.ts';
import { localHref } from './local-href.ts';

/** Which page of a lesson is read, and the words that are marked on it. */
export interface Reading {
  id: string;
  page: number;
  search: string;
}

/** The address of a page of a lesson in a language, defaults left out: `/lesson/x`, `/lesson/x/2?lang=ar`. */
export function lessonHref({ id, page, search }: Reading, language: Language): string {
  return localHref(readingPath(id, page), language, { search });
}
