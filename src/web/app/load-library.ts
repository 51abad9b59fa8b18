import type { TablesDB } from 'appwrite';
import type { View } from '#contract/urls.ts';
import type { FilesPage } from '../features/library/files-page.ts';
import type { Glossary } from '../features/library/glossary.ts';
import {
  type CategoriesPage,
  countFiles,
  type LibraryTables,
  listCategories,
  type OpenLibrary,
} from '../features/library/library-queries.ts';
import { clampPage } from '../features/library/paging.ts';
import { searchFiles } from '../features/library/search-files.ts';
import { defaultCategoriesFilter, type PageSize, pageSizes } from '../page/library-filters.ts';
import type { NumberedFilesPage, PageState } from './page-state.ts';

/**
 * What a page shows, asked through the official SDK as any visitor would: the files for both page sizes
 * and all categories. A page past the end becomes the last one. Throws what the SDK throws.
 *
 * @param glossary words in their other forms, tried when a search finds nothing
 */
export async function loadLibrary(
  db: TablesDB,
  tables: LibraryTables,
  view: View,
  glossary: Glossary,
): Promise<Required<Pick<PageState, 'view' | 'files' | 'categories'>> & Pick<PageState, 'counts'>> {
  const library = { ...tables, db };
  const filesPage = async (itemsPerPage: PageSize): Promise<NumberedFilesPage> => {
    const filter = { ...view, itemsPerPage };
    const ask = (page: number) => searchFiles(library, { ...filter, page }, async () => glossary);
    const answer = await ask(view.page);
    const page = clampPage(view.page, answer.total, itemsPerPage);
    return page === view.page ? { ...answer, page } : { ...(await ask(page)), page };
  };
  const bothSizes = async () => {
    const regular = await filesPage(pageSizes.regular);
    return view.page === 1 ? { regular } : { regular, extraLarge: await filesPage(pageSizes.extraLarge) };
  };
  const allCategories = async () => {
    const first = await listCategories(library, defaultCategoriesFilter);
    if (first.rows.length === first.total) return first;
    return listCategories(library, { ...defaultCategoriesFilter, itemsPerPage: first.total });
  };

  const [files, categories] = await Promise.all([bothSizes(), allCategories()]);
  // The list of what is found inside the lessons has no files to be counted.
  const counts = view.inText ? {} : { counts: await countEach(library, view, files.regular, categories) };
  const page = Math.max(files.regular.page, files.extraLarge?.page ?? 1);
  return { view: { ...view, page }, files, categories, ...counts };
}

/** How many files of a search there are, in all categories and in each: counted here where the page shows all of them. */
async function countEach(
  library: OpenLibrary,
  view: View,
  { rows, total, shownFor = view.search }: FilesPage,
  categories: CategoriesPage,
): Promise<NonNullable<PageState['counts']>> {
  const isCounted = view.categoryId === undefined;
  const all = isCounted ? total : countFiles(library, { search: shownFor });
  // Where no file may be found, none needs to be looked for in each category.
  const areNone = total === 0 && (await all) === 0;
  const count = async (categoryId: string) => {
    if (areNone) return 0;
    return isCounted && rows.length === total
      ? rows.filter(({ category }) => category.$id === categoryId).length
      : countFiles(library, { search: shownFor, categoryId });
  };
  const each = categories.rows.map(async ({ $id }) => [$id, await count($id)] as const);
  return { all: await all, byCategory: Object.fromEntries(await Promise.all(each)) };
}
