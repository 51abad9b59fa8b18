import { isLanguage, type Language } from '#contract/language.ts';

/** Returns a visitor's choice stored in this browser; null if there is none, or if it refuses storage. */
export function readChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Safari with all cookies blocked throws on any access to storage.
    return null;
  }
}

export function storeChoice(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Ignores browsers that refuse storage.
  }
}

/** Key of the visitor's language (docs/rules.md#languages). */
export const LANGUAGE_KEY = 'lang';

/** Returns the language that the visitor chose last. */
export function storedLanguage(): Language | undefined {
  const remembered = readChoice(LANGUAGE_KEY);
  return isLanguage(remembered) ? remembered : undefined;
}

/** Key of the last page read in each lesson, newest last. */
const PAGES_KEY = 'pages';
const MAX_REMEMBERED = 50;

export type LastPage = readonly [id: string, page: number, pages?: number];

/** Returns this visitor's last pages, newest last. Never throws. */
export function listLastPages(): LastPage[] {
  try {
    const reads: unknown = JSON.parse(readChoice(PAGES_KEY) ?? '[]');
    if (!Array.isArray(reads)) return [];
    return reads.filter((read) => typeof read?.[0] === 'string' && Number.isInteger(read[1]));
  } catch {
    return [];
  }
}

/** Remembers a page as the last one of its lesson. */
export function storeLastPage(id: string, page: number, pages: number): void {
  const others = listLastPages().filter(([other]) => other !== id);
  storeChoice(PAGES_KEY, JSON.stringify([...others, [id, page, pages]].slice(-MAX_REMEMBERED)));
}

/** Returns the page to continue from: of the last lesson read, unless it is its first or last page. */
export function pageToContinue(reads: readonly LastPage[]): LastPage | undefined {
  const [last] = reads.slice(-1);
  return last && last[1] > 1 && last[1] !== last[2] ? last : undefined;
}
