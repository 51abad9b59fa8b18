import type { Language } from '../i18n/language.ts';
import { localHref } from './local-href.ts';

/** Where the newest lessons are told as Atom. */
export const feedPath = '/feed.xml';

/** The same of one category, in a language, the default left out. */
export function feedHref(categoryId: string, language: Language): string {
  return localHref(feedPath, language, { category: categoryId });
}
