import { type Language, languageKey } from '../i18n/language.ts';

/** Remembers the visitor's language. A browser that refuses storage forgets it, and nothing else happens. */
export function rememberLanguage(language: Language): void {
  try {
    window.localStorage.setItem(languageKey, language);
  } catch {
    // Safari with all cookies blocked throws on any access.
  }
}
