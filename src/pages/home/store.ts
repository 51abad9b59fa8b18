import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { Language } from '#contract/language.ts';
import type { View } from '#contract/urls.ts';
import {
  defaultCategoriesFilter,
  type FilesPage,
  type PageSize,
  pageSizes,
} from '#web/library/files-page.ts';
import { createFilesQuery, libraryApi, type QueryContext } from '#web/library/library-api.ts';
import type { CategoriesPage, FileCounts } from '#web/library/library-queries.ts';
import { type FilesFilterState, filesFilterSlice, languageSlice } from '#web/library/view-state.ts';
import { type PageFacts, resolveLibraryAccess } from '#web/page/page-facts.ts';
import { createLiveUpdates } from './live-library.ts';

const reducer = combineReducers({
  language: languageSlice.reducer,
  filesFilter: filesFilterSlice.reducer,
  library: libraryApi.reducer,
});

function createInitialFilter({ view, files }: PageState): FilesFilterState {
  const regular = files?.regular.page ?? view.page;
  return {
    ...view,
    itemsPerPage: pageSizes.regular,
    pageBySize: { [pageSizes.regular]: regular, [pageSizes.extraLarge]: files?.extraLarge?.page ?? regular },
  };
}

function toExtraLargePage(files: NonNullable<PageState['files']>): NumberedFilesPage {
  const { regular, extraLarge } = files;
  if (extraLarge) return extraLarge;
  const { rows, total, texts } = regular;
  // The list of hits inside lessons has no files, and the same number of pages for both sizes.
  const pages = texts?.isFullList ? total / pageSizes.regular : 0;
  return {
    ...regular,
    rows: rows.slice(0, pageSizes.extraLarge),
    total: pages * pageSizes.extraLarge || total,
  };
}

/**
 * Creates a store with the responses from which the page was rendered, so that the browser does not request them again.
 *
 * @param reloadPage called if a chunk of the client bundle fails to load; loads the page from the server
 */
export function createStore(state: PageState, language: Language, reloadPage?: () => Promise<void>) {
  const queryContext: QueryContext = {
    ...resolveLibraryAccess(state, globalThis.location?.origin ?? state.origin),
    glossaryHref: state.glossary,
    reloadPage,
  };
  const store = configureStore({
    reducer,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        serializableCheck: false,
        immutableCheck: false,
        thunk: { extraArgument: queryContext },
      })
        .prepend(createLiveUpdates())
        .concat(libraryApi.middleware),
    preloadedState: { language, filesFilter: createInitialFilter(state) },
  });
  store.dispatch(libraryApi.util.upsertQueryEntries(listRenderedQueries(state, language)));
  return store;
}

/** Returns the responses from which a page was rendered, each with its query. */
function listRenderedQueries({ view, files, categories, counts, zipBytes }: PageState, language: Language) {
  const createFilesEntry = ({ page, ...result }: NumberedFilesPage, itemsPerPage: PageSize) => {
    const arg = createFilesQuery({ ...view, page, itemsPerPage }, language);
    return { endpointName: 'listFiles' as const, arg, value: { ...arg, ...result } };
  };
  const search = files?.regular.correctedSearch ?? view.search;
  const sizes = categories ? [defaultCategoriesFilter.itemsPerPage, categories.total] : [];
  return [
    ...(files
      ? [
          createFilesEntry(files.regular, pageSizes.regular),
          createFilesEntry(toExtraLargePage(files), pageSizes.extraLarge),
        ]
      : []),
    ...sizes.map((itemsPerPage) => ({
      endpointName: 'listCategories' as const,
      arg: { ...defaultCategoriesFilter, itemsPerPage, language },
      value: { rows: categories?.rows.slice(0, itemsPerPage) ?? [], total: categories?.total ?? 0 },
    })),
    ...(counts ? [{ endpointName: 'countByCategory' as const, arg: search, value: counts }] : []),
    ...(zipBytes ? [{ endpointName: 'zipBytes' as const, arg: view.categoryId ?? '', value: zipBytes }] : []),
  ];
}

export type Store = ReturnType<typeof createStore>;

/** A page of files with its actual number, which is lower than the requested one if that was past the end. */
export type NumberedFilesPage = FilesPage & { page: number };

/**
 * Data from which a page is rendered, on the server and, passed as inert JSON, in the browser. If the backend fails or is too slow,
 * `files` and `categories` are absent and the browser requests them; error pages have neither.
 */
export interface PageState extends PageFacts {
  view: View;
  /** `extraLarge` is absent on the first page, because its rows are the first 9 of `regular`. */
  files?: { regular: NumberedFilesPage; extraLarge?: NumberedFilesPage };
  /** All categories, in order. */
  categories?: CategoriesPage;
  counts?: FileCounts;
  /** Size of the chosen category's archive in bytes; absent if there is none or the size is unknown. */
  zipBytes?: number;
  /** Address of the owner's glossary. */
  glossary: string;
}
