import { Query, type TablesDB } from 'appwrite';
import { containsSearch, type LibraryTables, UnreadableAnswer } from './library-queries.ts';

/** Which files are counted: those of a search, in one category or in all. */
export interface CountFilter {
  search: string;
  categoryId?: string | undefined;
}

/** How many files there are of a search. Throws what the SDK throws. */
export async function countFiles(db: TablesDB, tables: LibraryTables, filter: CountFilter): Promise<number> {
  const { total } = await db.listRows({
    databaseId: tables.databaseId,
    tableId: tables.filesTableId,
    queries: [
      Query.select(['$id']),
      Query.limit(1),
      ...(filter.categoryId === undefined ? [] : [Query.equal('category.$id', filter.categoryId)]),
      ...containsSearch(tables, filter.search),
    ],
  });
  if (typeof total !== 'number') throw new UnreadableAnswer('The answer has no total');
  return total;
}
