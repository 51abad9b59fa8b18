import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query/react';
import { defaultLanguage, type Language } from '#contract/language.ts';
import type { LibraryAccess } from '../page/page-facts.ts';
import type { CategoriesFilter, FilesFilter, FilesPage } from './files-page.ts';
import type { CategoriesPage, FileCounts, Glossary, OpenLibrary } from './library-queries.ts';
import {
  loadScript,
  type QueryFailure,
  ScriptFailure,
  toQueryFailure,
  withTimeout,
} from './query-failure.ts';

/**
 * Time for which unused results are cached (docs/rules.md#queries-of-the-site). Infinite on the server, because a timer would keep
 * each store in memory.
 */
const CACHE_SECONDS = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 3600;
const QUERY_TIMEOUT_MS = 15_000;

/** A page of files with its filter. */
export type ListedFiles = FilesPage & FilesFilter;

/** Context of the store's queries. */
export interface QueryContext extends LibraryAccess {
  glossaryHref: string;
  /** Called if a chunk fails to load; reloads the page from the server. Resolves only if it does not reload. */
  reloadPage?: (() => Promise<void>) | undefined;
}

/** A filter with the language in which names are sorted. */
export type WithLanguage<Filter> = Filter & { language: Language };

/** Adds the language in which names are sorted. Lists by date are the same in every language, so they always get the default. */
export const createFilesQuery = (filter: FilesFilter, language: Language): WithLanguage<FilesFilter> => ({
  ...filter,
  language: filter.sortBy.startsWith('fileName') ? language : defaultLanguage,
});

/** A query through the SDK, with the language in which names are sorted. */
interface SdkQuery {
  language: Language;
  run: (sdk: LibrarySdk, library: OpenLibrary) => Promise<unknown>;
}

/** Delays before retries, because name resolution and routes might not work yet at the `online` event. */
const RETRY_DELAYS_MS = [1000, 4000];
/** Time after the `online` event in which a failure is attributed to the returning network. */
const RECONNECT_WINDOW_MS = 5000;

let onlineSince = Number.NEGATIVE_INFINITY;
globalThis.window?.addEventListener('online', () => {
  onlineSince = performance.now();
});

/** Runs a query through the lazily loaded SDK, with a time limit. Retries a query that fails just after the network comes back. */
const sdkBaseQuery: BaseQueryFn<SdkQuery, unknown, QueryFailure> = async ({ language, run }, { extra }) => {
  const { endpoint, projectId, tables, glossaryHref, reloadPage } = extra as QueryContext;
  const send = async () => {
    try {
      const librarySdk = await loadLibrarySdk();
      const { db } = librarySdk.createLibraryClient(endpoint, projectId, language);
      const { findVerses } = librarySdk;
      return await run(librarySdk, {
        ...tables,
        db,
        findVerses,
        loadGlossary: () => loadGlossary(glossaryHref),
      });
    } catch (error) {
      if (error instanceof ScriptFailure) await reloadPage?.();
      throw error;
    }
  };
  for (let attempt = 0; ; attempt += 1)
    try {
      return { data: await withTimeout(send(), QUERY_TIMEOUT_MS) };
    } catch (error) {
      const failure = toQueryFailure(error);
      const delay = RETRY_DELAYS_MS[attempt];
      const isReconnecting = performance.now() - onlineSince < RECONNECT_WINDOW_MS;
      if (delay === undefined || !isReconnecting || failure.status !== 'FETCH_ERROR')
        return { error: failure };
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
};

type LibrarySdk = typeof import('./library-sdk.ts').librarySdk;

let loadingSdk: Promise<LibrarySdk> | undefined;
/** Changed address of a chunk that failed to load, because Chromium never retries a module under the same address. */
let retryAddress: string | undefined;

/** Loads the chunk with the official SDK on first use, because the first page does not need it. After a failure, call it again. */
export function loadLibrarySdk(): Promise<LibrarySdk> {
  loadingSdk ??= loadScript<typeof import('./library-sdk.ts')>(() =>
    retryAddress ? import(/* @vite-ignore */ retryAddress) : import('./library-sdk.ts'),
  ).then(
    ({ librarySdk }) => librarySdk,
    (error: ScriptFailure) => {
      loadingSdk = undefined;
      const [address] = /https?:\S+\.js/.exec(String(error.cause)) ?? [];
      if (address) retryAddress = `${address}#${Date.now()}`;
      throw error;
    },
  );
  return loadingSdk;
}

async function loadGlossary(glossaryHref: string): Promise<Glossary> {
  const response = await fetch(glossaryHref);
  // A search works without the glossary.
  return response.ok ? response.json() : [];
}

export const libraryApi = createApi({
  reducerPath: 'library',
  baseQuery: sdkBaseQuery,
  refetchOnReconnect: true,
  tagTypes: ['Files', 'Categories'],
  keepUnusedDataFor: CACHE_SECONDS,
  endpoints: (build) => ({
    listFiles: build.query<ListedFiles, WithLanguage<FilesFilter>>({
      query: (filter) => ({
        language: filter.language,
        run: async (sdk, library) => ({ ...filter, ...(await sdk.searchFiles(library, filter)) }),
      }),
      providesTags: ['Files'],
    }),
    listCategories: build.query<CategoriesPage, WithLanguage<CategoriesFilter>>({
      query: (filter) => ({
        language: filter.language,
        run: (sdk, library) => sdk.listCategories(library, filter),
      }),
      providesTags: ['Categories'],
    }),
    countByCategory: build.query<FileCounts, string>({
      query: (search) => ({
        language: defaultLanguage,
        run: (sdk, library) => sdk.countByCategory(library, search),
      }),
      providesTags: ['Files', 'Categories'],
    }),
    zipBytes: build.query<number | null, string>({
      query: (categoryId) => ({ language: defaultLanguage, run: (sdk) => sdk.fetchZipBytes(categoryId) }),
      providesTags: ['Files', 'Categories'],
    }),
  }),
});

/** Whether the browser is online; `setupListeners` updates it. */
export const isOnline = (state: { library: ReturnType<typeof libraryApi.reducer> }) =>
  state.library.config.online;

export const {
  useListFilesQuery,
  useListCategoriesQuery,
  useCountByCategoryQuery,
  useZipBytesQuery,
  usePrefetch,
} = libraryApi;
