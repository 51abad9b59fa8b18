import { catalogues } from '../../i18n/catalogues.ts';
import { isolate } from '../../i18n/isolate.ts';
import type { Language } from '../../i18n/language.ts';
import type { LessonState } from './lesson-state.ts';

/** The browser's title of a page of a lesson. */
export function lessonTitle({ title, reading: { page }, site }: LessonState, language: Language): string {
  const parts = page === 1 ? [] : [catalogues[language].pageNumber(page)];
  return [isolate(title), ...parts, site.preacherName[language]].join(' – ');
}
