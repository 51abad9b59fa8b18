import { Query, type TablesDB } from 'appwrite';
import { type Category, toCategory, toLibraryFile } from '#contract/rows.ts';
import type { CategoriesFilter } from './categories-filter.ts';
import { type FilesFilter, sortOrder } from './files-filter.ts';
import type { FilesPage } from './files-page.ts';

/** Names of what is asked; a subset of the build-time configuration. */
export interface LibraryTables {
  databaseId: string;
  categoriesTableId: string;
  filesTableId: string;
}

export interface CategoriesPage {
  rows: Category[];
  total: number;
}

const order = (sortBy: string) => {
  const { attribute, descending } = sortOrder(sortBy);
  return descending ? Query.orderDesc(attribute) : Query.orderAsc(attribute);
};

/** The files list exactly as specification section 7 asks it. Throws what the SDK throws, or the row errors. */
export async function listFiles(
  db: TablesDB,
  tables: LibraryTables,
  filter: FilesFilter,
): Promise<FilesPage> {
  const queries = [
    Query.select(['*', 'category.*']),
    Query.limit(filter.itemsPerPage),
    ...(filter.categoryId === undefined ? [] : [Query.equal('category.$id', filter.categoryId)]),
    ...(filter.search === '' ? [] : [Query.contains('fileName', filter.search)]),
    order(filter.sortBy),
    Query.offset((filter.page - 1) * filter.itemsPerPage),
  ];
  const answer = await db.listRows({ databaseId: tables.databaseId, tableId: tables.filesTableId, queries });
  return checked(answer, toLibraryFile);
}

/** The categories list exactly as specification section 7 asks it. Throws as `listFiles` does. */
export async function listCategories(
  db: TablesDB,
  tables: LibraryTables,
  filter: CategoriesFilter,
): Promise<CategoriesPage> {
  const queries = [
    Query.select(['*']),
    ...(filter.search === '' ? [] : [Query.contains('categoryName', filter.search)]),
    order(filter.sortBy),
    Query.limit(filter.itemsPerPage),
    Query.offset((filter.page - 1) * filter.itemsPerPage),
  ];
  const answer = await db.listRows({
    databaseId: tables.databaseId,
    tableId: tables.categoriesTableId,
    queries,
  });
  return checked(answer, toCategory);
}

/** An answer that is no list at all, such as an HTML page with status 200. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer';
}

function checked<Row>(answer: { rows?: unknown; total?: unknown }, toRow: (row: unknown) => Row) {
  const { rows, total } = answer;
  if (!Array.isArray(rows) || typeof total !== 'number')
    throw new UnreadableAnswer('The answer is not a list of rows');
  return { rows: rows.map(toRow), total };
}
