import {
  type FolderLesson,
  type FolderListing,
  folderNameOf,
  type PublishedCategory,
  type PublishedLesson,
  type PublishedLibrary,
  pathKey,
} from './model.ts';

/** Matches a listing's files and folders to published lessons and categories. `names` maps category ids to names in NFC after renames. */
export function matchLessons(listing: FolderListing, library: PublishedLibrary) {
  const renamedCategories = findCategoryRenames(listing, library);
  const names = new Map(library.categories.map(({ id, name }) => [id, name.normalize('NFC')]));
  for (const { id, to } of renamedCategories) names.set(id, to);
  const categoryOf = ({ categoryId, category }: PublishedLesson) =>
    names.get(categoryId) ?? category.normalize('NFC');
  return {
    renamedCategories,
    names,
    categoryOf,
    ...matchFiles(listing.lessons, library.lessons, categoryOf),
  };
}

/**
 * Matches files to published lessons. Content has priority over names: first the same content at the same path, then the same
 * content anywhere (renamed or moved), then the same path with other content (a new version).
 */
function matchFiles(
  lessons: FolderLesson[],
  publishedLessons: PublishedLesson[],
  categoryOf: (lesson: PublishedLesson) => string,
) {
  const unmatchedLessons = new Set(publishedLessons);
  const pairs: { lesson: FolderLesson; publishedLesson: PublishedLesson }[] = [];
  const unmatchedFiles = new Set(lessons);
  const match = (
    candidatesOf: (file: FolderLesson) => readonly PublishedLesson[] | undefined,
    matches: (file: FolderLesson, candidate: PublishedLesson) => boolean = () => true,
  ) => {
    for (const file of unmatchedFiles) {
      const publishedLesson = candidatesOf(file)?.find(
        (candidate) => unmatchedLessons.has(candidate) && matches(file, candidate),
      );
      if (!publishedLesson) continue;
      unmatchedLessons.delete(publishedLesson);
      unmatchedFiles.delete(file);
      pairs.push({ lesson: file, publishedLesson });
    }
  };
  const byContent = Map.groupBy(publishedLessons, ({ contentId }) => contentId);
  const withSameContent = ({ contentId }: FolderLesson) => byContent.get(contentId);
  const hasSameCategory = ({ category }: FolderLesson, lesson: PublishedLesson) =>
    category === categoryOf(lesson);
  const hasSameName = ({ fileName }: FolderLesson, lesson: PublishedLesson) =>
    fileName === folderNameOf(lesson);
  match(withSameContent, (file, lesson) => hasSameName(file, lesson) && hasSameCategory(file, lesson));
  const matchedFiles = pairs.map(({ lesson }) => lesson);
  const duplicates = separateDuplicates(matchedFiles, unmatchedFiles);
  match(withSameContent, hasSameCategory);
  match(withSameContent, hasSameName);
  match(withSameContent);
  const byPath = Map.groupBy(unmatchedLessons, (lesson) =>
    pathKey({ category: categoryOf(lesson), fileName: folderNameOf(lesson) }),
  );
  match((file) => byPath.get(pathKey(file)));
  return { pairs, addedFiles: [...unmatchedFiles], duplicates, unmatchedLessons: [...unmatchedLessons] };
}

/** Removes files from `unmatchedFiles` whose content a matched or earlier file has. Returns these duplicates, which are not published. */
function separateDuplicates(matchedFiles: FolderLesson[], unmatchedFiles: Set<FolderLesson>) {
  const firstByContent = new Map(matchedFiles.map((lesson) => [lesson.contentId, lesson]));
  const duplicates: { lesson: FolderLesson; first: FolderLesson }[] = [];
  for (const lesson of unmatchedFiles) {
    const earlierFile = firstByContent.get(lesson.contentId);
    if (!earlierFile) firstByContent.set(lesson.contentId, lesson);
    else {
      unmatchedFiles.delete(lesson);
      duplicates.push({ lesson, first: earlierFile });
    }
  }
  return duplicates;
}

/**
 * Finds renamed folders, so that their categories keep rows and links: a category without a folder becomes the new folder that
 * contains at least half of its lessons. Also changes a published name to NFC, if its folder exists and no other category has that name.
 */
function findCategoryRenames(listing: FolderListing, library: PublishedLibrary) {
  const folders = new Set(listing.categories);
  const names = new Set(library.categories.map(({ name }) => name));
  const renames: { id: string; from: string; to: string }[] = [];
  const takenNames = new Set<string>();
  const orphans: PublishedCategory[] = [];
  for (const category of library.categories) {
    const name = category.name.normalize('NFC');
    if (!folders.has(name)) orphans.push(category);
    else if (!takenNames.has(name) && name !== category.name && !names.has(name)) {
      renames.push({ id: category.id, from: category.name, to: name });
    }
    takenNames.add(name);
  }
  const pairs = orphans
    .flatMap((category) => findRenameCandidates(category, listing, library))
    .sort((a, b) => b.shared - a.shared || compare(a.to, b.to) || compare(a.category.id, b.category.id));
  const renamedIds = new Set<string>();
  for (const { category, to } of pairs) {
    if (takenNames.has(to) || renamedIds.has(category.id)) continue;
    takenNames.add(to);
    renamedIds.add(category.id);
    renames.push({ id: category.id, from: category.name, to });
  }
  return renames;
}

function findRenameCandidates(
  category: PublishedCategory,
  listing: FolderListing,
  library: PublishedLibrary,
) {
  const categoryLessons = library.lessons.filter((lesson) => lesson.categoryId === category.id);
  const ids = new Set(categoryLessons.map((lesson) => lesson.contentId));
  const sharedLessons = listing.lessons.filter((lesson) => ids.has(lesson.contentId));
  return [...Map.groupBy(sharedLessons, (lesson) => lesson.category)]
    .filter(([, { length }]) => length * 2 >= categoryLessons.length)
    .map(([to, { length }]) => ({ category, to, shared: length }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
