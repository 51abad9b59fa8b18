import { skipToken } from '@reduxjs/toolkit/query/react';
import { useState } from 'react';
import { useSelector, useStore } from 'react-redux';
import type { Language } from '#contract/language.ts';
import { type View, viewHref } from '#contract/urls.ts';
import { useI18n } from '#web/i18n/i18n-context.ts';
import {
  defaultCategoriesFilter,
  type FilesFilter,
  type PageSize,
  pageSizes,
  type ShownCategory,
} from '#web/library/files-page.ts';
import {
  createFilesQuery,
  type ListedFiles,
  libraryApi,
  useListCategoriesQuery,
  useListFilesQuery,
  usePrefetch,
} from '#web/library/library-api.ts';
import type { QueryFailure } from '#web/library/query-failure.ts';
import { filesFilterSlice, type ViewState } from '#web/library/view-state.ts';

const { listCategories, listFiles } = libraryApi.endpoints;

/** Whether two filters select the same list of files, regardless of the language in which names are sorted. */
const isSameList = (a: FilesFilter, b: FilesFilter) =>
  a.itemsPerPage === b.itemsPerPage && viewHref(a, 'en') === viewHref(b, 'en');

/** Returns the files of the current view. */
export function useFiles() {
  const { language } = useI18n();
  const { pageBySize, ...filter } = useSelector(filesFilterSlice.selectSlice);
  const isMeasured = pageBySize === undefined;
  const query = useListFilesQuery(isMeasured ? createFilesQuery(filter, language) : skipToken);
  const createQuery = (itemsPerPage: PageSize) =>
    pageBySize
      ? createFilesQuery({ ...filter, itemsPerPage, page: pageBySize[itemsPerPage] }, language)
      : skipToken;
  const { data: regularPage } = listFiles.useQueryState(createQuery(pageSizes.regular));
  const { data: extraLargePage } = listFiles.useQueryState(createQuery(pageSizes.extraLarge));

  const { data, currentData } = query;
  // After a change of language, the list stays in the old order until the response arrives.
  const page = currentData ?? (data && isSameList(data, filter) ? data : undefined);
  const bothSizes = regularPage && extraLargePage ? [regularPage, extraLargePage] : [];
  return {
    /** One page, or one for each page size until the screen has been measured; empty while loading. */
    pages: isMeasured ? toList(page) : bothSizes,
    /** The page that was loaded last, to show while another view loads. */
    previousPages: toList(data),
    failure: query.isError ? (query.error as QueryFailure) : undefined,
    isFetching: query.isFetching,
    retry: query.refetch,
  };
}

/** Returns a function that prefetches the files of another view. It does nothing until the screen has been measured. */
export function usePrefetchFiles() {
  const prefetch = usePrefetch('listFiles');
  const { getState } = useStore<ViewState>();
  return (change: Partial<View>, language: Language): void => {
    const { pageBySize, ...filter } = filesFilterSlice.selectSlice(getState());
    if (!pageBySize) prefetch(createFilesQuery({ ...filter, ...change }, language));
  };
}

const toList = (page: ListedFiles | undefined): ListedFiles[] => (page ? [page] : []);

/** Returns the first five categories. Loads the others on request, if `needsAll` is set, or if the chosen category is one of them. */
export function useCategories(needsAll = false) {
  const { language } = useI18n();
  const { categoryId: chosenId } = useSelector(filesFilterSlice.selectSlice);
  const [isFurtherRequested, setFurtherRequested] = useState(false);
  const firstFilter = { ...defaultCategoriesFilter, language };
  const page = useListCategoriesQuery(firstFilter);
  const { rows, total = 0 } = page.data ?? {};
  const hasMore = rows !== undefined && total > rows.length;
  const isChosenLater = chosenId !== undefined && !rows?.some(({ $id }) => $id === chosenId);

  const fullFilter = hasMore ? { ...firstFilter, itemsPerPage: total } : skipToken;
  // Usually needs no request, because the server sends all categories with the page.
  const fullList = listCategories.useQueryState(fullFilter);
  const { refetch } = listCategories.useQuerySubscription(
    isFurtherRequested || needsAll || isChosenLater ? fullFilter : skipToken,
  );
  const ids = new Set(rows?.map(({ $id }) => $id));
  const remaining = fullList.data?.rows.filter(({ $id }) => !ids.has($id));

  return {
    /** The categories that are always shown: the first five and the chosen one. Undefined while loading. */
    shownCategories: rows && [...rows, ...(remaining?.filter(({ $id }) => $id === chosenId) ?? [])],
    /** The other categories, shown on request; undefined until loaded. */
    furtherCategories: remaining?.filter(({ $id }) => $id !== chosenId),
    /** All categories, in order; undefined until loaded. */
    allCategories: hasMore ? fullList.data?.rows : rows,
    hasMore: hasMore && remaining?.length !== 0,
    failure: [page, fullList].find(({ isError }) => isError)?.error as QueryFailure | undefined,
    retry: page.isError ? page.refetch : refetch,
    requestFurther: () => setFurtherRequested(true),
  };
}

/** Returns the chosen category; undefined if none is chosen, or if the chosen one is unknown or not loaded yet. */
export function useChosenCategory(): ShownCategory | undefined {
  const { categoryId } = useSelector(filesFilterSlice.selectSlice);
  return useCategories().shownCategories?.find(({ $id }) => $id === categoryId);
}
