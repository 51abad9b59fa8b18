import { idPattern } from '#contract/id-pattern.ts';
import { defaultLanguage, isLanguage, type Language } from '#contract/language.ts';
import { localHref } from './local-href.ts';

/** The four orders, written attribute-direction. Source: docs/rules.md#the-library-on-a-page. */
export const sortOptions = ['fileName-asc', 'fileName-desc', '$createdAt-asc', '$createdAt-desc'] as const;
export type SortOption = (typeof sortOptions)[number];

/** What the visitor has chosen to see, as the address says it. */
export interface View {
  search: string;
  /** This very text is wanted, not what was shown instead because nothing was found. */
  exact?: boolean | undefined;
  /** Absent for all categories. */
  categoryId?: string | undefined;
  /** All that was found inside the lessons, instead of the files. */
  inText?: true | undefined;
  sortBy: SortOption;
  /** From 1. */
  page: number;
}

/** Every part is named, so that it replaces that of another view. */
export const defaultView: View = {
  search: '',
  exact: undefined,
  categoryId: undefined,
  inText: undefined,
  sortBy: 'fileName-asc',
  page: 1,
};

/** Longest search text kept, in code points: more is nobody's title and costs the backend work. */
const longestSearch = 256;
const largestPage = 1_000_000;

/** Anything else cannot name a category. */
const rowId = new RegExp(`^${idPattern}$`);

/** Signs that turn the text around them: a page shows what is searched, also in its title. */
const directionSigns = /[\u202A-\u202E\u2066-\u2069]/g;

export function cleanSearch(text: string): string {
  const plain = text
    .replace(directionSigns, '')
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  return Array.from(plain).slice(0, longestSearch).join('').trim();
}

function cleanPage(text: string | null): number {
  const page = text !== null && /^\d{1,7}$/.test(text) ? Number(text) : defaultView.page;
  return Math.min(Math.max(page, 1), largestPage);
}

/** Reads a view from URL parameters. Never fails: what makes no sense becomes its default. */
export function parseView(parameters: URLSearchParams): View {
  const category = parameters.get('category');
  const search = cleanSearch(parameters.get('search') ?? '');
  const isFlagged = (name: string, value: string) => search !== '' && parameters.get(name) === value;
  return {
    search,
    exact: isFlagged('exact', '1') || undefined,
    categoryId: category !== null && rowId.test(category) ? category : undefined,
    inText: isFlagged('in', 'text') || undefined,
    sortBy: sortOptions.find((option) => option === parameters.get('sort')) ?? defaultView.sortBy,
    page: cleanPage(parameters.get('page')),
  };
}

export function parseLanguage(parameters: URLSearchParams): Language {
  const language = parameters.get('lang');
  return isLanguage(language) ? language : defaultLanguage;
}

/** The address of a view in a language, defaults left out: `/`, `/?lang=ar&page=2`. */
export function viewHref(view: View, language: Language): string {
  const { search, exact, inText, categoryId, sortBy, page } = view;
  return localHref('/', language, {
    search,
    exact: search && exact && '1',
    in: search && inText && 'text',
    category: categoryId,
    sort: sortBy !== defaultView.sortBy && sortBy,
    page: page !== defaultView.page && String(page),
  });
}

/** The address of the home page as it is first seen. */
export function homeHref(language: Language): string {
  return viewHref(defaultView, language);
}

/** An address of the site that names its language always, so that it also wins over a stored choice. */
export function namingLanguage(href: string, language: Language): string {
  if (language !== defaultLanguage) return href;
  const [path, query] = href.split('?');
  return `${path}?lang=${language}${query === undefined ? '' : `&${query}`}`;
}
