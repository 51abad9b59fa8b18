import { defaultLanguage, type Language } from '../i18n/language.ts';

/** Where the newest lessons are told as Atom. */
export const feedPath = '/feed.xml';

/** The same of one category, in a language, the default left out. */
export function feedHref(categoryId: string, language: Language): string {
  const parameters = new URLSearchParams();
  if (language !== defaultLanguage) parameters.set('lang', language);
  parameters.set('category', categoryId);
  return `${feedPath}?${parameters}`;
}
