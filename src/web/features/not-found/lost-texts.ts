import { catalogues } from '../../i18n/catalogues.ts';
import type { Language } from '../../i18n/language.ts';

/** What is said at an address without a page, or of a lesson that was taken down. */
export function lostTexts(language: Language, isGone: boolean) {
  const messages = catalogues[language];
  return isGone
    ? { heading: messages.goneHeading, text: messages.goneText, back: messages.goneBack }
    : { heading: messages.notFoundHeading, text: messages.notFoundText, back: messages.notFoundBack };
}
