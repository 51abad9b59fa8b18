import { expect, test } from 'vitest';
import { MemoryCatalogue, Shelf } from '../../../tests/library/memory-catalogue.ts';
import { readHistory } from './history.ts';
import { finishPublication, openPublication } from './journal.ts';

test('publications keep their numbers in a copy whose rows came in another order', async () => {
  const shelf = new Shelf();
  const catalogue = new MemoryCatalogue(shelf);
  const published = { categories: [], lessons: [], removed: [] };
  const ids: string[] = [];
  for (let each = 0; each < 4; each++) {
    const { id } = await openPublication(catalogue, published);
    await finishPublication(catalogue, id);
    ids.push(id);
  }
  shelf.journal = new Map([...shelf.journal].reverse());
  expect((await readHistory(catalogue)).map(({ id, number }) => [id, number])).toEqual(
    ids.map((id, index) => [id, index + 1]),
  );
});
