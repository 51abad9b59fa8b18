import { createContext, useContext } from 'react';
import { defaultLanguage, type Language } from '#contract/language.ts';
import { catalogs } from './catalogs.ts';
import type { Messages } from './en.ts';

export const LanguageContext = createContext<Language>(defaultLanguage);

/** Returns the page's language and texts: those of the interface, or of another catalog. */
export function useI18n(): { language: Language; messages: Messages };
export function useI18n<Texts>(texts: Record<Language, Texts>): { language: Language; messages: Texts };
export function useI18n(texts: Record<Language, unknown> = catalogs) {
  const language = useContext(LanguageContext);
  return { language, messages: texts[language] };
}
