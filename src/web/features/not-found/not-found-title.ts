import type { Language } from '../../i18n/language.ts';
import type { SiteContent } from '../../page/site-content.ts';
import { lostTexts } from './lost-texts.ts';

/** The browser's title of the page that is not there. */
export function notFoundTitle({ preacherName }: SiteContent, language: Language, isGone: boolean): string {
  return `${lostTexts(language, isGone).heading} – ${preacherName[language]}`;
}
