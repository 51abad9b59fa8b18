import { createApi } from '@reduxjs/toolkit/query/react';
import type { TablesDB } from 'appwrite';
import { absoluteEndpoint, config, isServer } from '../../app/config.ts';
import type { CategoriesFilter } from './categories-filter.ts';
import type { FilesFilter } from './files-filter.ts';
import type { FilesPage } from './files-page.ts';
import type { CategoriesPage } from './library-queries.ts';
import { type QueryFailure, queryFailure, TimeoutFailure } from './query-failure.ts';

/** Results are kept this long after their last use (specification section 4). */
const keptSeconds = 3600;
const patienceMilliseconds = 15_000;

type Queries = typeof import('./library-queries.ts');

/** Runs one query with the SDK, which is fetched on first use: the first page needs none of it. */
async function ask<Result>(
  query: (queries: Queries, db: TablesDB) => Promise<Result>,
): Promise<{ data: Result } | { error: QueryFailure }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new TimeoutFailure('The request took too long')), patienceMilliseconds);
    });
    return { data: await Promise.race([load().then(({ queries, db }) => query(queries, db)), timeout]) };
  } catch (error) {
    return { error: queryFailure(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function load(): Promise<{ queries: Queries; db: TablesDB }> {
  const { queries, libraryClient } = await import('./library-sdk.ts');
  const endpoint = absoluteEndpoint(config.endpoint, window.location.origin);
  return { queries, db: libraryClient(endpoint, config.projectId).db };
}

export const libraryApi = createApi({
  reducerPath: 'library',
  baseQuery: async () => ({ error: queryFailure(undefined) }),
  tagTypes: ['Files', 'Categories'],
  // A timer on the server would hold each page's store for an hour.
  keepUnusedDataFor: isServer ? Number.POSITIVE_INFINITY : keptSeconds,
  endpoints: (build) => ({
    listFiles: build.query<FilesPage, FilesFilter>({
      queryFn: (filter) => ask((queries, db) => queries.listFiles(db, config, filter)),
      providesTags: ['Files'],
    }),
    listCategories: build.query<CategoriesPage, CategoriesFilter>({
      queryFn: (filter) => ask((queries, db) => queries.listCategories(db, config, filter)),
      providesTags: ['Categories'],
    }),
  }),
});

export const { useListFilesQuery, useListCategoriesQuery } = libraryApi;
