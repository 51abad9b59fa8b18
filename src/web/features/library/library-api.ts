import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query';
import { defaultLanguage, type Language } from '#contract/language.ts';
import type { CategoriesFilter, FilesFilter } from '../../page/library-filters.ts';
import type { LibraryAccess } from '../../page/library-place.ts';
import type { FilesPage } from './files-page.ts';
import type { Glossary } from './glossary.ts';
import type { CategoriesPage, CountFilter, OpenLibrary } from './library-queries.ts';
import { type LibrarySdk, loadLibrarySdk } from './load-library-sdk.ts';
import { ScriptFailure } from './load-script.ts';
import { inTime, type QueryFailure, queryFailure } from './query-failure.ts';

// Results are kept this long after their last use (docs/rules.md#questions-of-the-site). A timer on the server would hold each
// page's store for an hour.
const keptSeconds = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 3600;
const patienceMilliseconds = 15_000;

/** What queries get from the store besides their argument. */
export interface LibraryExtra extends LibraryAccess {
  glossaryHref: string;
  /** Has the server's page of the address loaded, where a part of the program does not come; resolves when that fails too. */
  leave?: (() => Promise<void>) | undefined;
}

/** A question for names in the order of a language. */
export type Ordered<Filter> = Filter & { language: Language };

/** A list by date is the same in every language. */
export const filesQuestion = (filter: FilesFilter, language: Language): Ordered<FilesFilter> => ({
  ...filter,
  language: filter.sortBy.startsWith('fileName') ? language : defaultLanguage,
});

/** What is asked of the SDK, in the order of a language. */
interface Question {
  language: Language;
  ask: (sdk: LibrarySdk, library: OpenLibrary, extra: LibraryExtra) => Promise<unknown>;
}

/** Asks the SDK, once it is there, and waits no longer than it should. */
export const askSdk: BaseQueryFn<Question, unknown, QueryFailure> = async ({ language, ask }, { extra }) => {
  const { endpoint, projectId, tables, leave } = extra as LibraryExtra;
  const answer = async () => {
    try {
      const librarySdk = await loadLibrarySdk();
      const { db } = librarySdk.libraryClient(endpoint, projectId, language);
      return await ask(librarySdk, { ...tables, db }, extra as LibraryExtra);
    } catch (error) {
      if (error instanceof ScriptFailure) await leave?.();
      throw error;
    }
  };
  try {
    return { data: await inTime(patienceMilliseconds, answer()) };
  } catch (error) {
    return { error: queryFailure(error) };
  }
};

async function loadGlossary(glossaryHref: string): Promise<Glossary> {
  const answer = await fetch(glossaryHref);
  // Without its glossary a search still is a search.
  return answer.ok ? answer.json() : [];
}

export const libraryApi = createApi({
  reducerPath: 'library',
  baseQuery: askSdk,
  tagTypes: ['Files', 'Categories'],
  keepUnusedDataFor: keptSeconds,
  endpoints: (build) => ({
    listFiles: build.query<FilesPage, Ordered<FilesFilter>>({
      query: (filter) => ({
        language: filter.language,
        ask: (sdk, library, { glossaryHref }) =>
          sdk.searchFiles(library, filter, () => loadGlossary(glossaryHref)),
      }),
      providesTags: ['Files'],
    }),
    listCategories: build.query<CategoriesPage, Ordered<CategoriesFilter>>({
      query: (filter) => ({
        language: filter.language,
        ask: (sdk, library) => sdk.listCategories(library, filter),
      }),
      providesTags: ['Categories'],
    }),
    countFiles: build.query<number, CountFilter>({
      query: (filter) => ({
        language: defaultLanguage,
        ask: (sdk, library) => sdk.countFiles(library, filter),
      }),
      providesTags: ['Files'],
    }),
  }),
});

export const { listFiles, listCategories, countFiles } = libraryApi.endpoints;

/** The part of the store this API needs. */
export type LibraryState = { library: ReturnType<typeof libraryApi.reducer> };
