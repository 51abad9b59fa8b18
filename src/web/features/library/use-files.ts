import type { FilesFilter, PageSize } from '../../page/files-filter.ts';
import { pageSizes } from '../../page/files-filter.ts';
import { useSelector } from '../../page/store-context.ts';
import { filesFilterSlice } from './files-filter-slice.ts';
import type { FilesPage } from './files-page.ts';
import { listFiles } from './library-api.ts';
import type { QueryFailure } from './query-failure.ts';
import { useQuery } from './use-query.ts';

/** A page of files with where it stands. */
export interface NumberedPage extends FilesPage {
  page: number;
  itemsPerPage: PageSize;
}

export interface FilesState {
  /** What to show: one page, or one for each page size until the screen has been measured. Empty while loading. */
  pages: NumberedPage[];
  failure?: QueryFailure | undefined;
  isFetching: boolean;
  retry: () => void;
}

/** The files of the current view. */
export function useFiles(): FilesState {
  const { pageBySize, ...filter } = useSelector(filesFilterSlice.selectSlice);
  const measured = pageBySize === undefined;
  const query = useQuery(listFiles, filter, { skip: !measured });
  const regular = useRendered({ ...filter, itemsPerPage: pageSizes.regular }, pageBySize);
  const extraLarge = useRendered({ ...filter, itemsPerPage: pageSizes.extraLarge }, pageBySize);

  const { refetch: retry, isFetching } = query;
  if (!measured) {
    return { pages: regular && extraLarge ? [regular, extraLarge] : [], isFetching: false, retry };
  }
  const { page, itemsPerPage } = filter;
  return {
    pages: query.data ? [{ ...query.data, page, itemsPerPage }] : [],
    failure: query.failure,
    isFetching,
    retry,
  };
}

/** The page the server rendered for one page size; asks for nothing. */
function useRendered(
  filter: FilesFilter,
  pageBySize: Record<PageSize, number> | undefined,
): NumberedPage | undefined {
  const { itemsPerPage } = filter;
  const page = pageBySize?.[itemsPerPage] ?? filter.page;
  const { data } = useQuery(
    listFiles,
    { ...filter, page },
    { skip: pageBySize === undefined, subscribe: false },
  );
  return data && { ...data, page, itemsPerPage };
}
