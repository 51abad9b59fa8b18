import {
  type FolderLesson,
  type FolderListing,
  folderNameOf,
  type Published,
  type PublishedCategory,
  type PublishedLesson,
} from './model.ts';

/** Properties by which a file and a published lesson can match. */
type Traits = Pick<FolderLesson, 'category' | 'fileName' | 'contentId'>;

/** Matches the files and folders of a listing to published lessons and categories. `names` maps category ids to current names. */
export function matchLessons(listing: FolderListing, published: Published) {
  const renamedCategories = categoryRenames(listing, published);
  const names = new Map(published.categories.map(({ id, name }) => [id, name.normalize('NFC')]));
  for (const { id, to } of renamedCategories) names.set(id, to);
  const categoryOf = ({ categoryId, category }: PublishedLesson) =>
    names.get(categoryId) ?? category.normalize('NFC');
  return { renamedCategories, names, categoryOf, ...matches(listing.lessons, published.lessons, categoryOf) };
}

/**
 * Matches files to published lessons. Content has priority over names: first the same content at the same path, then the same
 * content anywhere (renamed or moved), then the same path with other content (a new version).
 */
function matches(
  lessons: FolderLesson[],
  published: PublishedLesson[],
  categoryOf: (lesson: PublishedLesson) => string,
) {
  const unmatched = new Set(published);
  const pairs: { lesson: FolderLesson; published: PublishedLesson }[] = [];
  const waiting = new Set(lessons);
  const matchBy = (...traits: (keyof Traits)[]) => {
    // NUL separates the parts, because names cannot contain it.
    const keyOf = (lesson: Traits) => traits.map((trait) => lesson[trait]).join('\0');
    const index = Map.groupBy(unmatched, (lesson) =>
      keyOf({ ...lesson, category: categoryOf(lesson), fileName: folderNameOf(lesson) }),
    );
    for (const lesson of waiting) {
      const match = index.get(keyOf(lesson))?.find((candidate) => unmatched.has(candidate));
      if (!match) continue;
      unmatched.delete(match);
      waiting.delete(lesson);
      pairs.push({ lesson, published: match });
    }
  };
  matchBy('category', 'fileName', 'contentId');
  const matched = pairs.map(({ lesson }) => lesson);
  const duplicates = separateDuplicates(matched, waiting);
  matchBy('category', 'contentId');
  matchBy('fileName', 'contentId');
  matchBy('contentId');
  matchBy('category', 'fileName');
  return { pairs, added: [...waiting], duplicates, unmatched: [...unmatched] };
}

/** Removes files from `unmatchedFiles` whose content another file already has. Returns these duplicates, which are not published. */
function separateDuplicates(matched: FolderLesson[], waiting: Set<FolderLesson>) {
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

/**
 * Finds renamed folders, so that their categories keep rows and links: a category without a folder becomes the new folder that
 * contains at least half of its lessons. Also renames published names that are not in NFC.
 */
function categoryRenames(listing: FolderListing, published: Published) {
  const folders = new Set(listing.categories);
  const names = new Set(published.categories.map(({ name }) => name));
  const renames: { id: string; from: string; to: string }[] = [];
  const matched = new Set<string>();
  const orphans: PublishedCategory[] = [];
  for (const category of published.categories) {
    const name = category.name.normalize('NFC');
    if (!folders.has(name)) orphans.push(category);
    else if (!matched.has(name) && name !== category.name && !names.has(name)) {
      renames.push({ id: category.id, from: category.name, to: name });
    }
    matched.add(name);
  }
  const pairs = orphans
    .flatMap((category) => candidates(category, listing, published))
    .sort((a, b) => b.shared - a.shared || compare(a.to, b.to) || compare(a.category.id, b.category.id));
  const used = new Set<string>();
  for (const { category, to } of pairs) {
    if (matched.has(to) || used.has(category.id)) continue;
    matched.add(to);
    used.add(category.id);
    renames.push({ id: category.id, from: category.name, to });
  }
  return renames;
}

function candidates(category: PublishedCategory, listing: FolderListing, published: Published) {
  const contents = published.lessons.filter((lesson) => lesson.categoryId === category.id);
  const ids = new Set(contents.map((lesson) => lesson.contentId));
  const shared = listing.lessons.filter((lesson) => ids.has(lesson.contentId));
  return [...Map.groupBy(shared, (lesson) => lesson.category)]
    .filter(([, { length }]) => length * 2 >= contents.length)
    .map(([to, { length }]) => ({ category, to, shared: length }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
