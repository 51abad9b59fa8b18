import { isLanguage, type Language } from '#contract/language.ts';

/** Local storage key of the visitor's choice (docs/rules.md#languages). */
export const languageKey = 'lang';

/** Returns the visitor's last choice. Safari with all cookies blocked throws on any access to storage. */
export function rememberedLanguage(): Language | undefined {
  try {
    const remembered = window.localStorage.getItem(languageKey);
    return isLanguage(remembered) ? remembered : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the visitor's choice; does nothing if the browser refuses storage. */
export function rememberLanguage(language: string): void {
  try {
    window.localStorage.setItem(languageKey, language);
  } catch {
    // The address contains the language anyway.
  }
}
