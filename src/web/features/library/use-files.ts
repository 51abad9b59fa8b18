import type { Language } from '#contract/language.ts';
import { useI18n } from '../../i18n/i18n-context.ts';
import { type FilesFilter, type PageSize, pageSizes } from '../../page/library-filters.ts';
import { useSelector } from '../../page/store-context.ts';
import { filesFilterSlice } from './files-filter-slice.ts';
import type { FilesPage } from './files-page.ts';
import { filesQuestion, listFiles } from './library-api.ts';
import { useOrderedQuery, useQuery } from './use-query.ts';

/** A page of files with what it was asked by. */
export type NumberedPage = FilesPage & FilesFilter;

/** The files of the current view: one page, or one for each page size until the screen has been measured. None while loading. */
export function useFiles() {
  const { pageBySize, ...filter } = useSelector(filesFilterSlice.selectSlice);
  const measured = pageBySize === undefined;
  const inOrderOf = (language: Language) => filesQuestion(filter, language);
  const query = useOrderedQuery(listFiles, inOrderOf, { skip: !measured });
  const regular = useRendered({ ...filter, itemsPerPage: pageSizes.regular }, pageBySize);
  const extraLarge = useRendered({ ...filter, itemsPerPage: pageSizes.extraLarge }, pageBySize);

  const { data } = query;
  const rendered = regular && extraLarge ? [regular, extraLarge] : [];
  const pages: NumberedPage[] = measured ? (data ? [{ ...filter, ...data }] : []) : rendered;
  return { pages, failure: query.failure, isFetching: measured && query.isFetching, retry: query.refetch };
}

/** The page the server rendered for one page size; asks for nothing. */
function useRendered(filter: FilesFilter, pageBySize: Record<PageSize, number> | undefined) {
  const { itemsPerPage } = filter;
  const { language } = useI18n();
  const page = pageBySize?.[itemsPerPage] ?? filter.page;
  const { data } = useQuery(listFiles, filesQuestion({ ...filter, page }, language), {
    skip: pageBySize === undefined,
    subscribe: false,
  });
  return data && { ...filter, ...data, page };
}
