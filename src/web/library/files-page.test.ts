import { describe, expect, test } from 'vitest';
import { countPages, listForBothSizes, listPagerItems, type ShownFile } from './files-page.ts';

const file = (number: number) => ({ $id: `f${number}` }) as ShownFile;
const page = (from: number, to: number) => ({
  rows: Array.from({ length: to - from + 1 }, (_, index) => file(from + index)),
  total: 100,
});

const pageNumbers = (size: 9 | 10, listed: ReturnType<typeof listForBothSizes>) =>
  listed
    .filter((entry) => entry.onlySize === undefined || entry.onlySize === size)
    .map((entry) => entry.file.$id);

describe('listForBothSizes', () => {
  test.each([
    [page(1, 10), page(1, 9), 10],
    [page(11, 20), page(10, 18), 11],
    [page(41, 50), page(37, 45), 14],
    [page(101, 110), page(91, 99), 19],
  ])('shows on each screen size exactly the files of its page', (regular, extraLarge, length) => {
    const lists = listForBothSizes(regular, extraLarge);
    expect(lists).toHaveLength(length);
    expect(pageNumbers(10, lists)).toEqual(regular.rows.map((row) => row.$id));
    expect(pageNumbers(9, lists)).toEqual(extraLarge.rows.map((row) => row.$id));
  });
});

test.each([
  [0, 1],
  [10, 1],
  [11, 2],
])('%i files with 10 per page need %i pages', (total, pages) => {
  expect(countPages(total, 10)).toBe(pages);
});

describe('pager', () => {
  const links = (active: number, pages: number) =>
    listPagerItems(active, pages).map((item) => ('page' in item ? item.page : '…'));

  test.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [1, 5, [1, 2, '…', 5]],
    [3, 5, [1, 2, 3, 4, 5]],
    [4, 10, [1, '…', 3, 4, 5, '…', 10]],
    [10, 10, [1, '…', 9, 10]],
    [2, 3, [1, 2, 3]],
  ])('on page %i of %i has the expected links', (active, pages, expected) => {
    expect(links(active, pages)).toEqual(expected);
  });

  test('stays short even for a billion pages', () => {
    expect(links(500_000_000, 1_000_000_000)).toHaveLength(7);
  });
});
