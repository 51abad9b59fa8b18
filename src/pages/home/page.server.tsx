import { type Language, mapLanguages } from '#contract/language.ts';
import { defaultView, type View, viewHref } from '#contract/urls.ts';
import { siteFacts } from '#site/site-facts.ts';
import { clampPage, defaultCategoriesFilter, type PageSize, pageSizes } from '#web/library/files-page.ts';
import {
  countByCategory,
  listCategories,
  loadNewestFile,
  MAX_RESPONSE_ROWS,
  type OpenLibrary,
} from '#web/library/library-queries.ts';
import { searchFiles } from '#web/library/search-files.ts';
import { createSharedHead } from '../head.server.tsx';
import { type RenderedPage, renderApp } from '../rendered-page.server.tsx';
import { createLibraryTitle } from './home.tsx';
import type { NumberedFilesPage, PageState } from './store.ts';

export function renderHomePage(state: PageState, language: Language): RenderedPage {
  const { site, origin, view, categories, files } = state;
  // Search engines should index the list without a search.
  const listView = view.search === '' ? view : { ...view, search: '', page: defaultView.page };
  const isListed = view.search === '' && view.page === 1;
  const category = categories?.rows.find(({ $id }) => $id === view.categoryId);
  return {
    kind: 'site',
    app: renderApp(state, language),
    state,
    head: {
      title: createLibraryTitle(site, language, view, category),
      description: siteFacts(site, language).description,
      hrefs: mapLanguages((lang) => viewHref(listView, lang)),
      sharedHead: createSharedHead({ site, origin, isListed }, language, category),
      isUnlisted: view.search !== '' || view.sortBy !== defaultView.sortBy,
    },
    complete: files !== undefined,
  };
}

/**
 * Loads the home page's data through the official SDK, with the permissions of a visitor. Replaces a page past the end with the
 * last one. Throws the SDK's errors.
 */
export async function loadLibrary(
  library: OpenLibrary,
  view: View,
): Promise<
  Required<Pick<PageState, 'view' | 'files' | 'categories'>> & Pick<PageState, 'counts' | 'newest'>
> {
  const loadFilesPage = async (itemsPerPage: PageSize): Promise<NumberedFilesPage> => {
    const filter = { ...view, itemsPerPage };
    const search = (page: number) => searchFiles(library, { ...filter, page });
    const result = await search(view.page);
    const page = clampPage(view.page, result.total, itemsPerPage);
    return page === view.page ? { ...result, page } : { ...(await search(page)), page };
  };
  const loadBothSizes = async () => {
    const regular = await loadFilesPage(pageSizes.regular);
    return view.page === 1 ? { regular } : { regular, extraLarge: await loadFilesPage(pageSizes.extraLarge) };
  };
  const allCategories = { ...defaultCategoriesFilter, itemsPerPage: MAX_RESPONSE_ROWS };
  const [files, categories, newest] = await Promise.all([
    loadBothSizes(),
    listCategories(library, allCategories),
    loadNewestFile(library),
  ]);
  const { correctedSearch = view.search } = files.regular;
  const allFiles = view.categoryId === undefined ? files.regular : undefined;
  // The list of hits inside lessons has no files to count.
  const counts = view.inText ? {} : { counts: await countByCategory(library, correctedSearch, allFiles) };
  const page = Math.max(files.regular.page, files.extraLarge?.page ?? 1);
  return { view: { ...view, page }, files, categories, ...counts, ...(newest && { newest }) };
}
