import { Client, Query, TablesDB } from 'appwrite';
import type { Language } from '#contract/language.ts';
import { MAX_HOSTED_TOTAL, truncateSearch } from '#contract/limits.ts';
import {
  type Category,
  type LibraryFile,
  parseShownRows,
  toCategory,
  toLibraryFile,
} from '#contract/rows.ts';
import { orderCategories } from '#text/category-names.ts';
import type { FoundVerses } from '#text/page-query.ts';
import { foldText } from '#text/words.ts';
import type { LibraryLocation, NewestFile } from '../page/page-facts.ts';
import type { CategoriesFilter, FilesFilter, FilesPage, ShownCategory, ShownFile } from './files-page.ts';

/** A library's database and tables, with the official SDK's client for one language, and options for queries. */
export interface OpenLibrary extends Omit<LibraryLocation, 'endpoint' | 'projectId'> {
  db: TablesDB;
  /** Number at which the backend stops counting; absent if it counts all rows. */
  totalLimit?: number;
  /** Category names in the owner's order; other categories follow, sorted by name. */
  categoryOrder?: readonly string[] | undefined;
  /** Called with each row that cannot be shown. */
  onSkipped?: (row: { id: string; reason: string }) => void;
  /** Finds the verses of the Qur'an to which a search refers. */
  findVerses?: (search: string) => FoundVerses | undefined | Promise<FoundVerses | undefined>;
  /** Loads synonyms, to try when a search finds no title. */
  loadGlossary?: () => Glossary | Promise<Glossary>;
}

/** Groups of words with the same meaning in both scripts; the owner edits them in `content/glossary.json`. */
export type Glossary = string[][];

/**
 * Creates the official SDK's client; the backend sorts names for `language`. Throws `Invalid endpoint URL` for an address that is
 * not http(s).
 */
export function createLibraryClient(endpoint: string, projectId: string, language: Language) {
  const client = new Client().setEndpoint(endpoint).setProject(projectId).setLocale(language);
  return { client, db: new TablesDB(client) };
}

/** Maximum number of rows in an Appwrite response. */
export const MAX_RESPONSE_ROWS = 5000;

/** Thrown for a response that is not a list, such as an HTML page with status 200. */
export class UnreadableResponse extends Error {
  override name = 'UnreadableResponse';
}

/** Lists rows of a table; counts them unless `total` is false. Throws the SDK's errors, and `UnreadableResponse`. */
export async function listRows(
  library: OpenLibrary,
  table: 'files' | 'categories' | 'pages',
  queries: string[],
  total?: false,
) {
  const { db, databaseId, [`${table}TableId` as const]: tableId } = library;
  const response = await db.listRows({ databaseId, tableId, queries, ...(total === false && { total }) });
  if (!Array.isArray(response.rows) || (total !== false && typeof response.total !== 'number'))
    throw new UnreadableResponse('The response is not a list of rows');
  return response;
}

export type CategoriesPage = Awaited<ReturnType<typeof listCategories>>;

/** Builds an order query from a sort value, split on its dash (docs/rules.md#the-library-on-a-page). */
const buildOrderQuery = (sortBy: string, nameColumn = 'fileName') => {
  const [attributeName = '', direction] = sortBy.split('-');
  const attribute = attributeName === 'fileName' ? nameColumn : attributeName;
  return direction === 'desc' ? Query.orderDesc(attribute) : Query.orderAsc(attribute);
};

/**
 * Builds the query of a search, or none if it is empty: for the folded text in the search column, and with digits also for the typed text
 * in the file name. If the file name is the search column, only for the typed text.
 */
export function buildSearchQueries(
  { searchColumn }: Pick<OpenLibrary, 'searchColumn'>,
  search: string,
): string[] {
  if (search === '') return [];
  const typedQuery = Query.contains('fileName', truncateSearch(search));
  if (searchColumn === 'fileName') return [typedQuery];
  const foldedQuery = Query.contains(searchColumn, truncateSearch(foldText(search)));
  return [/\p{Nd}/u.test(search) ? Query.or([typedQuery, foldedQuery]) : foldedQuery];
}

/** Builds the conditions of a search for files, in one category or in all. */
export const buildFileQueries = (
  library: Pick<OpenLibrary, 'searchColumn'>,
  { categoryId, search }: Pick<FilesFilter, 'search' | 'categoryId'>,
): string[] => [
  ...(categoryId === undefined ? [] : [Query.equal('category.$id', categoryId)]),
  ...buildSearchQueries(library, search),
];

/** Number of files that a search finds: in all categories, and by category id. */
export interface FileCounts {
  all: number;
  byCategory: Record<string, number>;
  /** Number at which the backend stopped counting; absent if it counted all files. */
  limit?: number;
}

/** Maximum number of files to count by category from one list; if there are more, each category needs a query. */
const MAX_LISTED_FOR_COUNT = 100;

/** Counts the files of a search, in one category or in all. Throws as `listRows` does. */
export async function countFiles(
  library: OpenLibrary,
  filter: Pick<FilesFilter, 'search' | 'categoryId'>,
): Promise<number> {
  const queries = [Query.select(['$id']), Query.limit(1), ...buildFileQueries(library, filter)];
  return (await listRows(library, 'files', queries)).total;
}

/**
 * Counts the files of a search in each category. Throws as `listRows` does.
 *
 * @param page a page of these files, if already loaded: it has their number, and can have all of them
 */
export async function countByCategory(
  library: OpenLibrary,
  search: string,
  page?: Pick<FilesPage, 'rows' | 'total'>,
): Promise<FileCounts> {
  if (page && page.rows.length === page.total) return countRows(page.rows);
  const all = page?.total ?? (await countFiles(library, { search }));
  if (all === 0) return { all, byCategory: {} };
  if (all <= MAX_LISTED_FOR_COUNT) {
    const queries = [
      Query.select(['$id', 'category.$id']),
      Query.limit(all),
      ...buildFileQueries(library, { search }),
    ];
    const { rows } = await listRows(library, 'files', queries, false);
    return { ...countRows(rows), all };
  }
  const ids = [Query.select(['$id']), Query.limit(MAX_RESPONSE_ROWS)];
  const categories = await listRows(library, 'categories', ids, false);
  const countEntries = categories.rows.map(
    async ({ $id }) => [$id, await countFiles(library, { search, categoryId: $id })] as const,
  );
  // The embedded backend counts all rows of a list without a search.
  const limit = search === '' && library.totalLimit !== MAX_HOSTED_TOTAL ? undefined : library.totalLimit;
  const counts = { all, byCategory: Object.fromEntries(await Promise.all(countEntries)) };
  return limit !== undefined && all >= limit ? { ...counts, limit } : counts;
}

/** Counts rows of the files table by category. */
function countRows(rows: readonly object[]): FileCounts {
  const byCategory: Record<string, number> = {};
  for (const row of rows) {
    const { $id } = Object((row as { category?: unknown }).category) as { $id?: unknown };
    if (typeof $id === 'string') byCategory[$id] = (byCategory[$id] ?? 0) + 1;
  }
  return { all: rows.length, byCategory };
}

/** Lists files (docs/rules.md#queries-of-the-site), without invalid rows. Throws as `listRows` does, and as `parseRows` does. */
export async function listFiles(library: OpenLibrary, filter: FilesFilter): Promise<FilesPage> {
  const { page: pageNumber, itemsPerPage } = filter;
  const filterAndOrder = [
    ...buildFileQueries(library, filter),
    buildOrderQuery(filter.sortBy, library.sortColumn),
  ];
  const offset = (pageNumber - 1) * itemsPerPage;
  const queries = [
    Query.select(['*', 'category.*']),
    Query.limit(itemsPerPage),
    ...filterAndOrder,
    Query.offset(offset),
  ];
  const response = await listRows(library, 'files', queries);
  const { total } = response;
  const rows = parseRows(
    response.rows,
    filter.sortBy.startsWith('$createdAt') ? toDatedFile : toShownFile,
    library,
  );
  if (total !== library.totalLimit) return { rows, total };
  // The backend stopped counting, so a query for the next row shows whether there are more. The total then includes that row.
  const { length } = response.rows;
  const readCount = length && offset + length;
  const nextRow = [Query.select(['$id']), Query.limit(1), ...filterAndOrder, Query.offset(readCount)];
  const isLastPage = length < itemsPerPage;
  const atLeast =
    readCount < total || (!isLastPage && (await listRows(library, 'files', nextRow)).rows.length > 0);
  return {
    rows,
    total: Math.max(total, atLeast ? readCount + 1 : readCount),
    ...(atLeast && { atLeast }),
  };
}

/** Returns lessons with their categories, without rows that cannot be shown. Throws the SDK's errors. */
export async function listLessons(library: OpenLibrary, ...queries: string[]): Promise<LibraryFile[]> {
  const allQueries = [Query.select(['*', 'category.*']), ...queries];
  const { rows } = await listRows(library, 'files', allQueries, false);
  return parseShownRows(rows, toLibraryFile, library.onSkipped);
}

/** Returns the newest lesson; undefined if there is none or its row is invalid. Throws the SDK's errors. */
export async function loadNewestFile(library: OpenLibrary): Promise<NewestFile | undefined> {
  const [file] = await listLessons(library, Query.orderDesc('$createdAt'), Query.limit(1));
  if (!file) return undefined;
  const { $id, fileName, $createdAt, category } = file;
  return { $id, fileName, $createdAt, categoryName: category.categoryName };
}

/** Lists categories (docs/rules.md#queries-of-the-site). Throws as `listFiles` does. */
export async function listCategories(library: OpenLibrary, filter: CategoriesFilter) {
  const { page, itemsPerPage, search, sortBy } = filter;
  const offset = (page - 1) * itemsPerPage;
  const fetchRows = async (limit: number, offset: number) => {
    const queries = [
      Query.select(['*']),
      ...(search === '' ? [] : [Query.contains('categoryName', search)]),
      buildOrderQuery(sortBy),
      Query.limit(limit),
      Query.offset(offset),
    ];
    const { rows, total } = await listRows(library, 'categories', queries);
    return { rows: parseRows(rows, toShownCategory, library), total };
  };
  if (!library.categoryOrder?.length) return fetchRows(itemsPerPage, offset);
  // The backend does not have the owner's order, so all categories are loaded and sorted before a page is cut.
  const allCategories = await fetchRows(MAX_RESPONSE_ROWS, 0);
  const orderedCategories = orderCategories(allCategories.rows, library.categoryOrder);
  return { rows: orderedCategories.slice(offset, offset + itemsPerPage), total: allCategories.total };
}

/** Loads some columns of the rows with these ids; sends no query if there are none. */
export async function loadRowsById(
  library: OpenLibrary,
  table: 'files' | 'pages',
  ids: readonly string[],
  columns: string[],
): Promise<Map<string, Record<string, unknown>>> {
  if (ids.length === 0) return new Map();
  const queries = [Query.select(['$id', ...columns]), Query.equal('$id', [...ids]), Query.limit(ids.length)];
  const { rows } = await listRows(library, table, queries, false);
  return new Map(rows.map((row) => [row.$id, row]));
}

/** Parses rows, without invalid ones. If none is valid, this is not a table of a library, and the error of the first row is thrown. */
function parseRows<Row>(rows: unknown[], toRow: (row: unknown) => Row, { onSkipped }: OpenLibrary): Row[] {
  const validRows = parseShownRows(rows, toRow, onSkipped);
  if (validRows.length === 0 && rows.length > 0) toRow(rows[0]);
  return validRows;
}

/** Checks a row of the categories table and returns the displayed fields. Throws as `toCategory` does. */
const toShownCategory = (row: unknown): ShownCategory => pickShownFields(toCategory(row));

const pickShownFields = ({ $id, categoryName }: Category): ShownCategory => ({ $id, categoryName });

const toDatedFile = (row: unknown): ShownFile => ({
  ...toShownFile(row),
  $createdAt: toLibraryFile(row).$createdAt,
});

/** Checks a row of the files table and returns the displayed fields. Throws as `toLibraryFile` does. */
function toShownFile(row: unknown): ShownFile {
  const { $id, url, fileName, fileSize, category } = toLibraryFile(row);
  return { $id, url, fileName, fileSize, category: pickShownFields(category) };
}
