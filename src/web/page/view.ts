import { idPattern } from '#contract/id-pattern.ts';
import { defaultLanguage, isLanguage, type Language } from '../i18n/language.ts';
import { defaultFilesFilter, type FilesFilter, isSortOption } from './files-filter.ts';

/** The part of the filter that lives in the URL; the page size does not, since it follows the screen. */
export type View = Omit<FilesFilter, 'itemsPerPage'>;

export const defaultView: View = {
  search: defaultFilesFilter.search,
  sortBy: defaultFilesFilter.sortBy,
  page: defaultFilesFilter.page,
};

/** Longest search text kept, in code points: more is nobody's title and costs the backend work. */
const longestSearch = 256;
const largestPage = 1_000_000;

/** Anything else cannot name a category. */
const rowId = new RegExp(`^${idPattern}$`);

export function cleanSearch(text: string): string {
  return Array.from(text.trim()).slice(0, longestSearch).join('').trim();
}

function cleanPage(text: string | null): number {
  const page = text !== null && /^\d{1,7}$/.test(text) ? Number(text) : defaultView.page;
  return Math.min(Math.max(page, 1), largestPage);
}

/** Reads a view from URL parameters. Never fails: what makes no sense becomes its default. */
export function parseView(parameters: URLSearchParams): View {
  const sort = parameters.get('sort');
  const category = parameters.get('category');
  const search = cleanSearch(parameters.get('search') ?? '');
  return {
    search,
    ...(search !== '' && parameters.get('exact') === '1' ? { exact: true } : {}),
    ...(search !== '' && parameters.get('in') === 'text' ? { inText: true } : {}),
    ...(category !== null && rowId.test(category) ? { categoryId: category } : {}),
    sortBy: isSortOption(sort) ? sort : defaultView.sortBy,
    page: cleanPage(parameters.get('page')),
  };
}

export function parseLanguage(parameters: URLSearchParams): Language {
  const language = parameters.get('lang');
  return isLanguage(language) ? language : defaultLanguage;
}

/** The address of a view in a language, defaults left out: `/`, `/?lang=ar&page=2`. */
export function viewHref(view: View, language: Language): string {
  const parameters = new URLSearchParams();
  if (language !== defaultLanguage) parameters.set('lang', language);
  if (view.search !== defaultView.search) parameters.set('search', view.search);
  if (view.search !== defaultView.search && view.exact) parameters.set('exact', '1');
  if (view.search !== defaultView.search && view.inText) parameters.set('in', 'text');
  if (view.categoryId !== undefined) parameters.set('category', view.categoryId);
  if (view.sortBy !== defaultView.sortBy) parameters.set('sort', view.sortBy);
  if (view.page !== defaultView.page) parameters.set('page', String(view.page));
  const query = parameters.toString();
  return query === '' ? '/' : `/?${query}`;
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

/** Like `viewHref`, but always names the language. */
export function languageHref(view: View, language: Language): string {
  return namingLanguage(viewHref(view, language), language);
}
