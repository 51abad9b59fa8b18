/** The two languages of the site. English is the default (docs/rules.md#languages). */
export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'en';

/** Name of each language in that language, shown unchanged on pages of both languages. */
export const languageNames: Record<Language, string> = { en: 'English', ar: 'العربية' };

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'ar';
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/** Computes a value for each language. */
export function mapLanguages<Value>(make: (language: Language) => Value): Record<Language, Value> {
  return { en: make('en'), ar: make('ar') };
}

export function otherLanguage(language: Language): Language {
  return language === 'ar' ? 'en' : 'ar';
}

/**
 * Isolates a text of the owner or a visitor inside plain text, so that its writing direction does not reorder the words around it
 * (docs/rules.md#owners-texts).
 */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}
