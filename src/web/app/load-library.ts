import { defaultCategoriesFilter } from '../features/library/categories-filter.ts';
import { countFiles } from '../features/library/count-files.ts';
import type { Glossary } from '../features/library/glossary.ts';
import { libraryClient } from '../features/library/library-client.ts';
import { listCategories } from '../features/library/library-queries.ts';
import { clampPage } from '../features/library/paging.ts';
import { searchFiles } from '../features/library/search-files.ts';
import { defaultFilesFilter, type PageSize, pageSizes } from '../page/files-filter.ts';
import type { View } from '../page/view.ts';
import { config } from './config.ts';
import type { NumberedFilesPage, PageState } from './page-state.ts';

/**
 * What a page shows, asked over the backend's endpoint as any visitor would: the files for both page sizes
 * and all categories. A page past the end becomes the last one. Throws what the SDK throws.
 *
 * @param glossary words in their other forms, tried when a search finds nothing
 * @param endpoint absolute address of the backend, for example `http://localhost:3000/v1`
 */
export async function loadLibrary(
  endpoint: string,
  view: View,
  glossary: Glossary,
): Promise<Required<Pick<PageState, 'view' | 'files' | 'categories' | 'counts'>>> {
  const { projectId, tables } = config;
  const { db } = libraryClient(endpoint, projectId);

  const filesPage = async (itemsPerPage: PageSize): Promise<NumberedFilesPage> => {
    const filter = { ...defaultFilesFilter, ...view, itemsPerPage };
    const ask = (page: number) => searchFiles(db, tables, { ...filter, page }, async () => glossary);
    const answer = await ask(view.page);
    const page = clampPage(view.page, answer.total, itemsPerPage);
    return page === view.page ? { ...answer, page } : { ...(await ask(page)), page };
  };
  const files = async () => {
    const regular = await filesPage(pageSizes.regular);
    return view.page === 1 ? { regular } : { regular, extraLarge: await filesPage(pageSizes.extraLarge) };
  };
  const categories = async () => {
    const first = await listCategories(db, tables, defaultCategoriesFilter);
    if (first.rows.length === first.total) return first;
    return listCategories(db, tables, { ...defaultCategoriesFilter, itemsPerPage: first.total });
  };

  const [foundFiles, foundCategories] = await Promise.all([files(), categories()]);
  const search = foundFiles.regular.shownFor ?? view.search;
  const count = (categoryId?: string) => countFiles(db, tables, { search, categoryId });
  const [all, ...each] = await Promise.all([count(), ...foundCategories.rows.map(({ $id }) => count($id))]);
  const byCategory = Object.fromEntries(
    foundCategories.rows.map(({ $id }, index) => [$id, each[index] ?? 0]),
  );
  const page = Math.max(foundFiles.regular.page, foundFiles.extraLarge?.page ?? 1);
  return {
    view: { ...view, page },
    files: foundFiles,
    categories: foundCategories,
    counts: { all, byCategory },
  };
}
