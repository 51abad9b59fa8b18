import { isLanguage, type Language } from '#contract/language.ts';

/** Returns a choice that the visitor's browser stored; null if there is none, or if the browser refuses storage. */
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
    // Without storage, the choice applies only to this page.
  }
}

/** Local storage key of the visitor's language (docs/rules.md#languages). */
export const LANGUAGE_KEY = 'lang';

/** Returns the language that the visitor chose last; undefined if none is stored. */
export function readStoredLanguage(): Language | undefined {
  const choice = readChoice(LANGUAGE_KEY);
  return isLanguage(choice) ? choice : undefined;
}

/** Local storage key of the last page read in each lesson, newest last. */
const PAGES_KEY = 'pages';
const MAX_STORED_PAGES = 50;

export type LastPage = readonly [id: string, page: number, pages?: number];

/** Lists the last page read in each of the last 50 lessons, newest last. Skips invalid entries and never throws. */
export function listLastPages(): LastPage[] {
  try {
    const entries: unknown = JSON.parse(readChoice(PAGES_KEY) ?? '[]');
    if (!Array.isArray(entries)) return [];
    return entries.filter((entry) => typeof entry?.[0] === 'string' && Number.isInteger(entry[1]));
  } catch {
    return [];
  }
}

/** Stores a page as the last one read in its lesson, with the number of pages if it is known. */
export function storeLastPage(id: string, page: number, pages: number | undefined): void {
  const otherLessons = listLastPages().filter(([otherId]) => otherId !== id);
  const lastPage: LastPage = pages === undefined ? [id, page] : [id, page, pages];
  storeChoice(PAGES_KEY, JSON.stringify([...otherLessons, lastPage].slice(-MAX_STORED_PAGES)));
}

/** Returns the page that was read last; undefined if there is none, or if it is the first or last page of its lesson. */
export function findPageToContinue(lastPages: readonly LastPage[]): LastPage | undefined {
  const [last] = lastPages.slice(-1);
  return last && last[1] > 1 && last[1] !== last[2] ? last : undefined;
}
