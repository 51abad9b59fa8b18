import { Query } from 'node-appwrite';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpBackend } from '../support/backend-setup.ts';
import { owner, visitor } from '../support/clients.ts';
import pairs from '../support/search-pairs.json' with { type: 'json' };
import sortCases from '../support/sort-cases.json' with { type: 'json' };

const running = setUpBackend();
const names = [...new Set([...pairs.map(({ fileName }) => fileName), ...sortCases.input])];
const equalNames = ['Same.pdf', 'Same.pdf', 'Same.pdf'];

beforeAll(async () => {
  const tables = owner(running.endpoint);
  await tables.createRow({
    databaseId: 'library',
    tableId: 'categories',
    rowId: 'all',
    data: { categoryName: 'All' },
  });
  for (const [index, fileName] of [...names, ...equalNames].entries())
    await tables.createRow({
      databaseId: 'library',
      tableId: 'files',
      rowId: `file${index}`,
      data: { url: 'https://example.org/a.pdf', fileName, fileSize: 1, fileId: 'a', category: 'all' },
    });
});

async function list(
  queries: string[],
  locale = 'en',
): Promise<{ total: number; names: string[]; ids: string[] }> {
  const { total, rows } = await visitor(running.endpoint, locale).listRows({
    databaseId: 'library',
    tableId: 'files',
    queries,
  });
  return { total, names: rows.map((row) => String(row.fileName)), ids: rows.map((row) => row.$id) };
}

describe('contains on a name', () => {
  it.each(pairs)('$id ($rule): "$query" finds "$fileName": $match', async ({ query, fileName, match }) => {
    const matches = await list([
      Query.contains('fileName', query),
      Query.orderAsc('fileName'),
      Query.limit(500),
    ]);
    expect(matches.names.includes(fileName)).toBe(match);
    expect(matches.total).toBe(matches.names.length);
  });

  it('finds the same files within a category as in all', async () => {
    const search = [Query.contains('fileName', 'tafseer'), Query.limit(500)];
    const allMatches = await list([...search, Query.equal('category.$id', 'all')]);
    expect(allMatches).toEqual(await list(search));
    expect(allMatches.total).toBeGreaterThan(0);
    expect((await list([...search, Query.equal('category.$id', 'none')])).total).toBe(0);
  });

  it('finds the other files with notContains', async () => {
    const { total } = await list([]);
    const [matches, others] = await Promise.all([
      list([Query.contains('fileName', 'الصلاه')]),
      list([Query.notContains('fileName', 'الصلاه')]),
    ]);
    expect(matches.total).toBeGreaterThan(0);
    expect(matches.total + others.total).toBe(total);
  });
});

describe('the order of names', () => {
  const listInOrder = (direction: (attribute: string) => string) =>
    list([direction('fileName'), Query.limit(500)]);

  it('matches the expected order, and descending order is its reverse', async () => {
    const onlySamples = (all: string[]) => all.filter((name) => sortCases.input.includes(name));
    const ascendingNames = onlySamples((await listInOrder(Query.orderAsc)).names);
    expect([...new Set(ascendingNames)]).toEqual(sortCases.order);
    expect(onlySamples((await listInOrder(Query.orderDesc)).names)).toEqual(ascendingNames.toReversed());
  });

  it('puts Arabic names first for Arabic clients; dates keep their order', async () => {
    const onlySamples = (all: string[]) => all.filter((name) => sortCases.input.includes(name));
    const listInArabic = async (...queries: string[]) =>
      (await list([...queries, Query.limit(500)], 'ar')).names;
    const ascendingNames = onlySamples(await listInArabic(Query.orderAsc('fileName')));
    expect([...new Set(ascendingNames)]).toEqual(sortCases.arabicOrder);
    expect(onlySamples(await listInArabic(Query.orderDesc('fileName')))).toEqual(ascendingNames.toReversed());
    const allRows = await list([Query.orderAsc('fileName'), Query.limit(500)], 'ar');
    for (const at of [1, 9, 30]) {
      const cursor = Query.cursorAfter(allRows.ids[at] ?? '');
      const nextPage = await list([Query.orderAsc('fileName'), cursor, Query.limit(4)], 'ar-EG');
      expect(nextPage.ids).toEqual(allRows.ids.slice(at + 1, at + 5));
    }
    const byDate = [Query.orderDesc('$createdAt'), Query.limit(500)];
    expect(await list(byDate, 'ar')).toEqual(await list(byDate));
  });

  it.each([
    ['ascending', Query.orderAsc],
    ['descending', Query.orderDesc],
  ])('%s in pages of seven, lists every file once, and equal names by age', async (_, direction) => {
    const all = (await listInOrder(direction)).ids;
    const pages: string[] = [];
    for (let offset = 0; offset < all.length; offset += 7)
      pages.push(...(await list([direction('fileName'), Query.limit(7), Query.offset(offset)])).ids);
    expect(pages).toEqual(all);
    expect(new Set(pages).size).toBe(names.length + equalNames.length);
    const expectedIds = equalNames.map((_, index) => `file${names.length + index}`);
    expect(all.filter((id) => expectedIds.includes(id))).toEqual(expectedIds);
  });

  it('applies to cursors', async () => {
    const { ids } = await listInOrder(Query.orderAsc);
    const pageAfter = await list([
      Query.orderAsc('fileName'),
      Query.cursorAfter(ids[9] ?? ''),
      Query.limit(5),
    ]);
    expect(pageAfter.ids).toEqual(ids.slice(10, 15));
    const pageBefore = await list([
      Query.orderDesc('fileName'),
      Query.cursorBefore(ids[9] ?? ''),
      Query.limit(500),
    ]);
    expect(pageBefore.ids).toHaveLength(ids.length - 10);
  });

  it('follows a renamed file', async () => {
    const tables = owner(running.endpoint);
    const rename = (fileName: string) =>
      tables.updateRow({ databaseId: 'library', tableId: 'files', rowId: 'file0', data: { fileName } });
    await rename('٠ first.pdf');
    expect((await listInOrder(Query.orderAsc)).ids[0]).toBe('file0');
    expect((await list([Query.contains('fileName', '0 FIRST')])).ids).toEqual(['file0']);
    await rename(names[0] ?? '');
    expect((await listInOrder(Query.orderAsc)).ids[0]).not.toBe('file0');
    expect((await list([Query.contains('fileName', '0 FIRST')])).ids).toEqual([]);
  });
});
