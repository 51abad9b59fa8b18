import { createContext, useContext } from 'react';
import { catalogues } from './catalogues.ts';
import type { Messages } from './en.ts';
import { defaultLanguage, type Language } from './language.ts';

export const LanguageContext = createContext<Language>(defaultLanguage);

/** The language of the page, and its texts. */
export function useI18n(): { language: Language; messages: Messages } {
  const language = useContext(LanguageContext);
  return { language, messages: catalogues[language] };
}
