import type { FolderListing } from '../folder/folder-listing.ts';
import type { Published, PublishedCategory } from './change.ts';

/**
 * Finds renamed folders, so that their categories keep rows and links: a published category without a folder is the folder without a
 * published category that holds at least half of its lessons. A published name that is not in NFC is renamed, too.
 */
export function categoryRenames(listing: FolderListing, published: Published) {
  const folders = new Set(listing.categories);
  const names = new Set(published.categories.map(({ name }) => name));
  const renames: { id: string; from: string; to: string }[] = [];
  const taken = new Set<string>();
  const orphans: PublishedCategory[] = [];
  for (const category of published.categories) {
    const name = category.name.normalize('NFC');
    if (!folders.has(name)) orphans.push(category);
    else if (!taken.has(name) && name !== category.name && !names.has(name)) {
      renames.push({ id: category.id, from: category.name, to: name });
    }
    taken.add(name);
  }
  const pairs = orphans
    .flatMap((category) => candidates(category, listing, published))
    .sort((a, b) => b.shared - a.shared || compare(a.to, b.to) || compare(a.category.id, b.category.id));
  const used = new Set<string>();
  for (const { category, to } of pairs) {
    if (taken.has(to) || used.has(category.id)) continue;
    taken.add(to);
    used.add(category.id);
    renames.push({ id: category.id, from: category.name, to });
  }
  return renames;
}

function candidates(category: PublishedCategory, listing: FolderListing, published: Published) {
  const contents = published.lessons.filter((lesson) => lesson.categoryId === category.id);
  const ids = new Set(contents.map((lesson) => lesson.contentId));
  const shared = new Map<string, number>();
  for (const lesson of listing.lessons) {
    if (ids.has(lesson.contentId)) shared.set(lesson.category, (shared.get(lesson.category) ?? 0) + 1);
  }
  return [...shared]
    .filter(([, count]) => count * 2 >= contents.length)
    .map(([to, count]) => ({ category, to, shared: count }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
