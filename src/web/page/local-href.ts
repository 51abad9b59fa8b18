import { defaultLanguage, type Language } from '#contract/language.ts';

/** Where the newest lessons are told as Atom. */
export const feedPath = '/feed.xml';

/** An address of this site in a language. The default language and parameters that say nothing are left out. */
export function localHref(
  path: string,
  language: Language,
  parameters: Record<string, string | false | undefined> = {},
): string {
  const query = new URLSearchParams(language === defaultLanguage ? {} : { lang: language });
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  // Browsers of the floor do not know its size.
  const text = query.toString();
  return path + (text && `?${text}`);
}
