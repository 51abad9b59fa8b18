import type { TablesDB } from 'appwrite';
import { expect, test } from 'vitest';
import type { FilesFilter } from './files-page.ts';
import { countByCategory, listFiles, type OpenLibrary } from './library-queries.ts';

const tables = { databaseId: 'd', filesTableId: 'files', totalLimit: 5000 } as OpenLibrary;

/** Loads a page of a hosted library; Appwrite counts at most 5,000 lessons. */
async function loadPage(lessons: number, page: number) {
  const day = '2026-11-22T00:00:00.000+00:00';
  const row = (index: number) => ({
    $id: `r${index}`,
    $createdAt: day,
    $updatedAt: day,
    $sequence: `${index}`,
    $permissions: [],
    $databaseId: 'd',
    $tableId: 'files',
    url: `/lesson/r${index}.pdf`,
    fileName: `Lesson ${index}.pdf`,
    fileSize: 10,
    fileId: `f${index}`,
    category: { $id: 'c', $createdAt: day, $updatedAt: day, categoryName: 'Fiqh' },
  });
  const listRows = async ({ queries }: { queries: string[] }) => {
    const parsedQueries = queries.map((query) => JSON.parse(query) as { method: string; values: number[] });
    const numberOf = (method: string) =>
      parsedQueries.find((query) => query.method === method)?.values[0] ?? 0;
    const length = Math.max(0, Math.min(numberOf('limit'), lessons - numberOf('offset')));
    return { total: Math.min(5000, lessons), rows: Array.from({ length }, (_, index) => row(index)) };
  };
  const db = { listRows } as unknown as TablesDB;
  const filter = { page, itemsPerPage: 9, search: '', sortBy: 'dateDesc' } as unknown as FilesFilter;
  const { total, atLeast = false } = await listFiles({ ...tables, db }, filter);
  return { total, atLeast };
}

test('reaches pages beyond the number to which Appwrite counts, up to the last lesson', async () => {
  expect(await loadPage(6000, 1)).toEqual({ total: 5000, atLeast: true });
  expect(await loadPage(6000, 556)).toEqual({ total: 5005, atLeast: true });
  expect(await loadPage(6000, 600)).toEqual({ total: 5401, atLeast: true });
  expect(await loadPage(6000, 667)).toEqual({ total: 6000, atLeast: false });
  expect(await loadPage(6003, 667)).toEqual({ total: 6003, atLeast: false });
  expect(await loadPage(6004, 667)).toEqual({ total: 6004, atLeast: true });
  expect(await loadPage(4999, 1)).toEqual({ total: 4999, atLeast: false });
});

test('reports the counted total for a page past the end', async () => {
  expect(await loadPage(6000, 9999)).toEqual({ total: 5000, atLeast: true });
});

test('returns, with the counts by category, the limit at which the backend stops counting', async () => {
  const countFor = (totalLimit: number, search: string) => {
    const listRows = async ({ tableId }: { tableId: string }) =>
      tableId === 'files' ? { total: totalLimit, rows: [] } : { total: 1, rows: [{ $id: 'c' }] };
    const library = {
      ...tables,
      categoriesTableId: 'categories',
      totalLimit,
      db: { listRows } as unknown as TablesDB,
    };
    return countByCategory(library, search);
  };
  expect(await countFor(5000, '')).toEqual({ all: 5000, byCategory: { c: 5000 }, limit: 5000 });
  // The embedded backend counts all rows of a list, but at most 10,000 of a search.
  expect(await countFor(10_000, '')).toEqual({ all: 10_000, byCategory: { c: 10_000 } });
  expect(await countFor(10_000, 'prayer')).toMatchObject({ limit: 10_000 });
});
