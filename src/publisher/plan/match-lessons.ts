import type { FolderLesson, FolderListing } from '../folder/folder-listing.ts';
import { categoryRenames } from './category-renames.ts';
import type { Published, PublishedLesson } from './change.ts';

/** By what a file and a published lesson are found to be the same. */
type Traits = Pick<FolderLesson, 'category' | 'fileName' | 'contentId'>;

/** How a folder and a library belong together: which file is which lesson, and the names that categories have now, by their ids. */
export function matchLessons(listing: FolderListing, published: Published) {
  const renamedCategories = categoryRenames(listing, published);
  const names = new Map(published.categories.map(({ id, name }) => [id, name.normalize('NFC')]));
  for (const { id, to } of renamedCategories) names.set(id, to);
  const categoryOf = ({ categoryId, category }: PublishedLesson) =>
    names.get(categoryId) ?? category.normalize('NFC');
  return { renamedCategories, names, categoryOf, ...matches(listing.lessons, published.lessons, categoryOf) };
}

/**
 * Which file is which published lesson. Content decides before the name: the same content at its place, the same content anywhere
 * (renamed or moved), then the same place with other content (a corrected edition).
 * `categoryOf` tells the name a published lesson's category has now.
 */
function matches(
  lessons: FolderLesson[],
  published: PublishedLesson[],
  categoryOf: (lesson: PublishedLesson) => string,
) {
  const open = new Set(published);
  const pairs: { lesson: FolderLesson; published: PublishedLesson }[] = [];
  const waiting = new Set(lessons);
  const matchBy = (...traits: (keyof Traits)[]) => {
    // NUL stands in no file name.
    const keyOf = (lesson: Traits) => traits.map((trait) => lesson[trait]).join('\0');
    const index = Map.groupBy(open, (lesson) => keyOf({ ...lesson, category: categoryOf(lesson) }));
    for (const lesson of waiting) {
      const found = index.get(keyOf(lesson))?.find((candidate) => open.has(candidate));
      if (!found) continue;
      open.delete(found);
      waiting.delete(lesson);
      pairs.push({ lesson, published: found });
    }
  };
  matchBy('category', 'fileName', 'contentId');
  const matched = pairs.map(({ lesson }) => lesson);
  const duplicates = setDuplicatesAside(matched, waiting);
  matchBy('category', 'contentId');
  matchBy('fileName', 'contentId');
  matchBy('contentId');
  matchBy('category', 'fileName');
  return { pairs, added: [...waiting], duplicates, unmatched: [...open] };
}

/** The same content a second time; it is not published. */
function setDuplicatesAside(matched: FolderLesson[], waiting: Set<FolderLesson>) {
  const first = new Map(matched.map((lesson) => [lesson.contentId, lesson]));
  const duplicates: { lesson: FolderLesson; first: FolderLesson }[] = [];
  for (const lesson of waiting) {
    const other = first.get(lesson.contentId);
    if (!other) first.set(lesson.contentId, lesson);
    else {
      waiting.delete(lesson);
      duplicates.push({ lesson, first: other });
    }
  }
  return duplicates;
}
