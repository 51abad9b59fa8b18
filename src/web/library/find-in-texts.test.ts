import type { TablesDB } from 'appwrite';
import { expect, test } from 'vitest';
import { findInTexts } from './find-in-texts.ts';
import type { LibraryTables } from './library-queries.ts';

const tables = { databaseId: 'd', filesTableId: 'files', pagesTableId: 'pages' } as LibraryTables;

/** A page of the list of all hits where so many pages of texts are found, two in each lesson; and how often was asked. */
async function listed(found: number, page: number) {
  let asked = 0;
  const listRows = async ({ tableId, queries }: { tableId: string; queries: string[] }) => {
    const all = queries.map((query) => JSON.parse(query) as { method: string; values: unknown[] });
    const valuesOf = (method: string) => all.find((query) => query.method === method)?.values ?? [];
    if (all.some(({ method }) => method === 'equal'))
      return { rows: valuesOf('equal').map(($id) => ({ $id, fileName: `${$id}.pdf`, text: 'word' })) };
    expect(tableId).toBe('pages');
    asked++;
    const [from, limit] = [Number(valuesOf('offset')[0] ?? 0), Number(valuesOf('limit')[0])];
    const length = Math.max(0, Math.min(limit, found - from));
    const rows = Array.from({ length }, (_, index) => from + index).map((at) => ({
      $id: `p${at}`,
      lesson: `l${Math.floor(at / 2)}`,
      page: (at % 2) + 1,
      label: 'words',
    }));
    return { total: Math.min(found, 10_000), rows };
  };
  const db = { listRows } as unknown as TablesDB;
  const hits = await findInTexts(
    { ...tables, db },
    { search: 'word', categoryId: undefined, inText: true, page },
  );
  return { hits, asked };
}

test('every page of the list of all hits is reached from the one before', async () => {
  for (const page of [1, 24, 25, 26, 100, 130]) {
    const { hits } = await listed(2600, page);
    expect(hits?.found.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, index) => `l${(page - 1) * 10 + index}`),
    );
    if (page < 130) expect(hits?.lessons).toBeGreaterThan(page * 10);
    else expect(hits?.lessons).toBe(1300);
  }
});

test('the first page of that list asks once, the last one twenty times, and says where it ends', async () => {
  expect((await listed(50_000, 1)).asked).toBe(1);
  const { hits, asked } = await listed(50_000, 9999);
  expect(asked).toBe(20);
  expect((await listed(2600, 130)).hits?.onlyFirst).toBeUndefined();
  expect(hits).toMatchObject({ lessons: 10_000, lessonsAtLeast: true, onlyFirst: true });
});

test('the list goes on where the backend stops counting, and then gives the exact number', async () => {
  const { hits } = await listed(12_000, 600);
  expect(hits).toMatchObject({ pages: 12_000, lessons: 6000 });
  expect(hits?.found.at(-1)?.id).toBe('l5999');
  expect(hits?.pagesAtLeast).toBeUndefined();
  expect(hits?.onlyFirst).toBeUndefined();
});
