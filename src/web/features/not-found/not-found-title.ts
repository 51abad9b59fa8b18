import type { Language } from '../../i18n/language.ts';
import type { PageFacts } from '../../page/page-facts.ts';
import type { SiteContent } from '../../page/site-content.ts';
import { lostTexts } from './lost-texts.ts';

/** The browser's title of the page that is not there. */
export function notFoundTitle(
  { preacherName }: SiteContent,
  language: Language,
  route: PageFacts['route'],
): string {
  return `${lostTexts(language, route).heading} – ${preacherName[language]}`;
}
