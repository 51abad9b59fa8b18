import { Query, type TablesDB } from 'appwrite';
import { expect, test } from 'vitest';
import { defaultView, type View } from '#contract/urls.ts';
import type { LibraryTables } from '../features/library/library-queries.ts';
import { loadLibrary } from './load-library.ts';

const tables = {
  databaseId: 'd',
  filesTableId: 'files',
  categoriesTableId: 'categories',
  pagesTableId: 'none',
  searchColumn: 'fileName',
} as LibraryTables;
const categories = ['a', 'b', 'c'].map(($id) => ({ $id, categoryName: $id, $createdAt: '', $updatedAt: '' }));

/** The counts of a search that finds no title in its category, and how often files were counted for them. */
async function counted(files: { all: number; each: number }, more: Partial<View> = {}) {
  let asked = 0;
  const listRows = async ({ tableId, queries }: { tableId: string; queries: string[] }) => {
    if (tableId === 'categories') return { total: categories.length, rows: categories };
    if (tableId !== 'files' || !queries.includes(Query.limit(1))) return { total: 0, rows: [] };
    asked++;
    return { total: queries.join().includes('category.$id') ? files.each : files.all, rows: [] };
  };
  const view = { ...defaultView, search: 'word', categoryId: 'a', ...more };
  const { counts } = await loadLibrary({ listRows } as unknown as TablesDB, tables, view, []);
  return { counts, asked };
}

test('files of a search are counted in each category, unless there are none at all', async () => {
  expect(await counted({ all: 3, each: 1 })).toEqual({
    counts: { all: 3, byCategory: { a: 1, b: 1, c: 1 } },
    asked: 4,
  });
  expect(await counted({ all: 0, each: 0 })).toEqual({
    counts: { all: 0, byCategory: { a: 0, b: 0, c: 0 } },
    asked: 1,
  });
});

test('beside what was found inside the lessons no files are counted: they are not what a category would show', async () => {
  expect(await counted({ all: 3, each: 1 }, { inText: true })).toEqual({ counts: undefined, asked: 0 });
});
