import { useSelector } from '../../page/store-context.ts';
import { filesFilterSlice } from './files-filter-slice.ts';
import { useFiles } from './use-files.ts';

/** The search whose files are on the page, which may be another than the one typed; `undefined` while it loads. */
export function useShownSearch(): string | undefined {
  const search = useSelector(filesFilterSlice.selectSlice).search;
  const { pages } = useFiles();
  const [page] = pages;
  if (search === '') return search;
  return page && (page.shownFor ?? search);
}
