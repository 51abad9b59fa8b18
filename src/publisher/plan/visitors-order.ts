import { sortKey } from '#contract/collation/sort-key.ts';
import type { Place } from './place.ts';

/** Lessons in the order visitors see them: by category, then by name, as the library sorts both languages. */
export function inVisitorsOrder<Item>(items: readonly Item[], placeOf: (item: Item) => Place | null): Item[] {
  return items
    .map((item) => {
      const { category = '', fileName = '' } = placeOf(item) ?? {};
      return { item, category: sortKey(category), fileName: sortKey(fileName) };
    })
    .sort((a, b) => Buffer.compare(a.category, b.category) || Buffer.compare(a.fileName, b.fileName))
    .map(({ item }) => item);
}
