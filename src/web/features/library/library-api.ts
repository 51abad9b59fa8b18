import { createApi } from '@reduxjs/toolkit/query/react';
import type { TablesDB } from 'appwrite';
import { absoluteEndpoint, config, isServer } from '../../app/config.ts';
import type { CategoriesFilter } from './categories-filter.ts';
import type { CountFilter } from './count-files.ts';
import type { FilesFilter } from './files-filter.ts';
import type { FilesPage } from './files-page.ts';
import type { Glossary } from './glossary.ts';
import type { CategoriesPage } from './library-queries.ts';
import { type QueryFailure, queryFailure, TimeoutFailure } from './query-failure.ts';

/** Results are kept this long after their last use (specification section 4). */
const keptSeconds = 3600;
const patienceMilliseconds = 15_000;

/** What queries get from the store besides their argument. */
export interface LibraryExtra {
  glossaryHref: string;
}

type Sdk = typeof import('./library-sdk.ts');

/** Runs one query with the SDK, which is fetched on first use: the first page needs none of it. */
async function ask<Result>(
  query: (sdk: Sdk, db: TablesDB) => Promise<Result>,
): Promise<{ data: Result } | { error: QueryFailure }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answer = async () => {
    const sdk = await import('./library-sdk.ts');
    const endpoint = absoluteEndpoint(config.endpoint, window.location.origin);
    return query(sdk, sdk.libraryClient(endpoint, config.projectId).db);
  };
  try {
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new TimeoutFailure('The request took too long')), patienceMilliseconds);
    });
    return { data: await Promise.race([answer(), timeout]) };
  } catch (error) {
    return { error: queryFailure(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function loadGlossary({ glossaryHref }: LibraryExtra): Promise<Glossary> {
  const answer = await fetch(glossaryHref);
  // Without its glossary a search still is a search.
  return answer.ok ? answer.json() : [];
}

export const libraryApi = createApi({
  reducerPath: 'library',
  baseQuery: async () => ({ error: queryFailure(undefined) }),
  tagTypes: ['Files', 'Categories'],
  // A timer on the server would hold each page's store for an hour.
  keepUnusedDataFor: isServer ? Number.POSITIVE_INFINITY : keptSeconds,
  endpoints: (build) => ({
    listFiles: build.query<FilesPage, FilesFilter>({
      queryFn: (filter, { extra }) =>
        ask((sdk, db) => sdk.searchFiles(db, config, filter, () => loadGlossary(extra as LibraryExtra))),
      providesTags: ['Files'],
    }),
    listCategories: build.query<CategoriesPage, CategoriesFilter>({
      queryFn: (filter) => ask((sdk, db) => sdk.listCategories(db, config, filter)),
      providesTags: ['Categories'],
    }),
    countFiles: build.query<number, CountFilter>({
      queryFn: (filter) => ask((sdk, db) => sdk.countFiles(db, config, filter)),
      providesTags: ['Files'],
    }),
  }),
});

export const { useListFilesQuery, useListCategoriesQuery, useCountFilesQuery } = libraryApi;
