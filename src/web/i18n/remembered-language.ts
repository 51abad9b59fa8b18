/** Local storage key of the visitor's choice (docs/rules.md#languages). */
export const languageKey = 'lang';

/** A browser that refuses storage forgets the choice, and nothing else happens: Safari with all cookies blocked throws on any access. */
export function rememberLanguage(language: string): void {
  try {
    window.localStorage.setItem(languageKey, language);
  } catch {
    // The address names the language all the same.
  }
}
