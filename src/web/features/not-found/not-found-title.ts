import { catalogues } from '../../i18n/catalogues.ts';
import type { Language } from '../../i18n/language.ts';
import type { SiteContent } from '../../page/site-content.ts';

/** The browser's title of the not-found page. */
export function notFoundTitle({ preacherName }: SiteContent, language: Language): string {
  return `${catalogues[language].notFoundHeading} – ${preacherName[language]}`;
}
