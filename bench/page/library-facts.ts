import { type Models, Query } from 'node-appwrite';
import { libraryTables } from '../harness/library-tables.ts';

type FileRow = Models.Row & { fileName: string; url: string; category: { $id: string } };
type CategoryRow = Models.Row & { categoryName: string };

/** What the pages compared show, and a category of which a file is not on the first page. */
export interface LibraryFacts {
  files: { $id: string; name: string; url: string }[];
  categories: { $id: string; name: string }[];
  /** The path that lists the files of each category. */
  rowsOf: Record<string, string>;
  chosen: { categoryId: string; fileUrl: string };
  /** A file of the second page. */
  laterUrl: string;
}

const shown = ({ $id, fileName, url }: FileRow) => ({ $id, name: fileName, url });

function rowsPath(categoryId: string): string {
  const queries = [
    Query.select(['*', 'category.*']),
    Query.limit(10),
    Query.equal('category.$id', categoryId),
    Query.orderAsc('fileName'),
  ];
  const parameters = queries.map((query, at) => `queries%5B${at}%5D=${encodeURIComponent(query)}`);
  return `/v1/tablesdb/library/tables/files/rows?project=minbar&${parameters.join('&')}`;
}

export async function libraryFacts(siteUrl: string): Promise<LibraryFacts> {
  const db = libraryTables(siteUrl);
  const from = { databaseId: 'library', tableId: 'files' };
  const queries = [Query.select(['*', 'category.*']), Query.orderAsc('fileName'), Query.limit(100)];
  const { rows } = await db.listRows<FileRow>({ ...from, queries });
  const { rows: categories } = await db.listRows<CategoryRow>({
    ...from,
    tableId: 'categories',
    queries: [Query.orderAsc('categoryName'), Query.limit(5)],
  });
  for (const { $id } of categories) {
    const first = rows.findIndex(({ category }) => category.$id === $id);
    const file = rows[first];
    if (file === undefined || first < 10) continue;
    return {
      files: rows.slice(0, 10).map(shown),
      categories: categories.map(({ $id: id, categoryName }) => ({ $id: id, name: categoryName })),
      rowsOf: Object.fromEntries(categories.map(({ $id: id }) => [id, rowsPath(id)])),
      chosen: { categoryId: $id, fileUrl: file.url },
      laterUrl: rows[12]?.url ?? '',
    };
  }
  throw new Error(
    'Every category of the sample library has a file on the first page: none can show its effect.',
  );
}
