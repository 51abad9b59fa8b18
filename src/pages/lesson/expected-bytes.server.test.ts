import { expect, test } from 'vitest';
import { expectedBytes } from './expected-bytes.server.ts';

const edition = 'file-one';
const drawn: Record<number, (number | undefined)[]> = {
  1: [30_000, 60_000],
  2: [undefined, 45_000],
  5: [40_000, undefined],
};
const pages = { pictureBytes: async (_: unknown, page: number) => drawn[page] ?? [undefined, undefined] };

test.each([
  [1, [30_000, 60_000]],
  [2, [20_000, 45_000]],
  [3, [20_000, 45_000]],
  [4, [30_000, 60_000]],
  [5, [40_000, 90_000]],
  [6, [40_000, 90_000]],
])('page %i is taken to cost what is known of it, or of a page that is like it', async (page, bytes) => {
  expect(await expectedBytes(pages, edition, page)).toEqual(bytes);
});

test('of a lesson that nobody has read yet it is what most pages cost', async () => {
  const none = { pictureBytes: async () => [undefined, undefined] };
  expect(await expectedBytes(none, edition, 7)).toEqual([52_000, 117_000]);
});
