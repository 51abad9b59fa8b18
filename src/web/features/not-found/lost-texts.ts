import { catalogues } from '../../i18n/catalogues.ts';
import type { Language } from '../../i18n/language.ts';
import type { PageFacts } from '../../page/page-facts.ts';

/** What is said at an address without a page, of a lesson that was taken down, and of one that cannot be had now. */
export function lostTexts(language: Language, route: PageFacts['route']) {
  const messages = catalogues[language];
  if (route === 'gone')
    return { heading: messages.goneHeading, text: messages.goneText, back: messages.goneBack };
  return route === 'away'
    ? { heading: messages.awayHeading, text: messages.awayText, back: messages.retry }
    : { heading: messages.notFoundHeading, text: messages.notFoundText, back: messages.notFoundBack };
}
