import { createContext, useContext } from 'react';
import { catalogues } from './catalogues.ts';
import type { Messages } from './en.ts';
import { defaultLanguage, directionOf, type Language } from './language.ts';

export interface I18n {
  language: Language;
  direction: 'ltr' | 'rtl';
  messages: Messages;
}

export function i18nOf(language: Language): I18n {
  return { language, direction: directionOf(language), messages: catalogues[language] };
}

export const I18nContext = createContext<I18n>(i18nOf(defaultLanguage));

export function useI18n(): I18n {
  return useContext(I18nContext);
}
