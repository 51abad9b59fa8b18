import { describe, expect, test } from 'vitest';
import { listForBothSizes } from './files-page.ts';
import type { ShownFile } from './shown-rows.ts';

const file = (n: number) => ({ $id: `f${n}` }) as ShownFile;
const page = (from: number, to: number) => ({
  rows: Array.from({ length: to - from + 1 }, (_, index) => file(from + index)),
  total: 100,
});

const shown = (size: 9 | 10, listed: ReturnType<typeof listForBothSizes>) =>
  listed.filter((entry) => entry.only === undefined || entry.only === size).map((entry) => entry.file.$id);

describe('listForBothSizes', () => {
  test.each([
    [page(1, 10), page(1, 9), 10],
    [page(11, 20), page(10, 18), 11],
    [page(41, 50), page(37, 45), 14],
    [page(101, 110), page(91, 99), 19],
  ])('shows each size exactly its own page', (regular, extraLarge, length) => {
    const listed = listForBothSizes(regular, extraLarge);
    expect(listed).toHaveLength(length);
    expect(shown(10, listed)).toEqual(regular.rows.map((row) => row.$id));
    expect(shown(9, listed)).toEqual(extraLarge.rows.map((row) => row.$id));
  });
});
