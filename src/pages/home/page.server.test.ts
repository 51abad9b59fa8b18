import { Query } from 'appwrite';
import { expect, test } from 'vitest';
import { defaultView, type View } from '#contract/urls.ts';
import type { OpenLibrary } from '#web/library/library-queries.ts';
import { loadLibrary } from './page.server.tsx';

const library = {
  databaseId: 'd',
  filesTableId: 'files',
  categoriesTableId: 'categories',
  pagesTableId: 'none',
  searchColumn: 'fileName',
};
const categories = ['a', 'b', 'c'].map(($id) => ({ $id, categoryName: $id, $createdAt: '', $updatedAt: '' }));

/** Loads the home page and returns its file counts and the number of queries sent to count them. */
async function loadCounts(
  files: { all: number; perCategory: number; rows?: object[] },
  more: Partial<View> = {},
) {
  let queryCount = 0;
  const listRows = async ({ tableId, queries }: { tableId: string; queries: string[] }) => {
    if (tableId === 'categories') return { total: categories.length, rows: categories };
    if (queries.includes(Query.orderDesc('$createdAt'))) return { total: 0, rows: [] };
    const isList = queries.includes(Query.select(['$id', 'category.$id']));
    if (tableId === 'files' && queries.includes(Query.limit(10)))
      return { total: files.rows?.length ?? 0, rows: files.rows ?? [] };
    if (tableId !== 'files' || !(isList || queries.includes(Query.limit(1)))) return { total: 0, rows: [] };
    queryCount++;
    if (isList)
      return { total: 0, rows: categories.map(({ $id }) => ({ $id: `f${$id}`, category: { $id } })) };
    return { total: queries.join().includes('category.$id') ? files.perCategory : files.all, rows: [] };
  };
  const view = { ...defaultView, search: 'word', categoryId: 'a', ...more };
  const { counts } = await loadLibrary({ ...library, db: { listRows } } as unknown as OpenLibrary, view);
  return { counts, queryCount };
}

test('counts few files of a search from one list, and many with a query for each category', async () => {
  const byCategory = { a: 1, b: 1, c: 1 };
  expect(await loadCounts({ all: 3, perCategory: 1 })).toEqual({
    counts: { all: 3, byCategory },
    queryCount: 2,
  });
  expect(await loadCounts({ all: 300, perCategory: 1 })).toEqual({
    counts: { all: 300, byCategory },
    queryCount: 4,
  });
  expect(await loadCounts({ all: 0, perCategory: 0 })).toEqual({
    counts: { all: 0, byCategory: {} },
    queryCount: 1,
  });
});

test('counts files without a query if the page lists all of them', async () => {
  const [category] = categories;
  const row = {
    url: 'https://a.b/c',
    fileName: 'Word.pdf',
    fileSize: 1,
    fileId: 'f',
    $createdAt: '',
    $updatedAt: '',
  };
  const rows = ['f', 'g'].map(($id) => ({ ...row, $id, category }));
  const counts = { all: 2, byCategory: { a: 2 } };
  expect(await loadCounts({ all: 0, perCategory: 0, rows }, { categoryId: undefined })).toEqual({
    counts,
    queryCount: 0,
  });
});

test('does not count files for a search inside lessons', async () => {
  expect(await loadCounts({ all: 3, perCategory: 1 }, { inText: true })).toEqual({
    counts: undefined,
    queryCount: 0,
  });
});
