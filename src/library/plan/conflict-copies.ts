import { toLatinDigits } from '#text/fold.ts';
import {
  type FolderLesson,
  type FolderListing,
  folderNameOf,
  type Problem,
  type PublishedLibrary,
  pathKey,
} from './model.ts';

/**
 * Names without extension that only sync programs give; the group captures the original's name, also without extension. Sources: the
 * programs' documentation.
 */
const CERTAIN_PATTERNS = [
  // Syncthing: Title.sync-conflict-20260131-120000-ABCDEFG
  /^(.+)\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]+)?$/i,
  // Older versions of Nextcloud and ownCloud: Title_conflict-20260131-120000
  /^(.+)_conflict-\d{8}-\d{6}$/i,
  // Dropbox, Nextcloud, ownCloud: Title (Ahmad's conflicted copy 2026-01-31)
  /^(.+?)\s*[([][^()[\]]*(?:conflicted copy|case conflict|case clash|selective sync conflict|encoding conflict)[^()[\]]*[)\]]$/i,
  // Other programs: "conflict" with a full date, because a title can contain a year; or only [Conflict]
  /^(.+?)\s*[([][^()[\]]*\bconflict\b[^()[\]]*\p{Nd}{4}-?\p{Nd}{2}-?\p{Nd}{2}[^()[\]]*[)\]]$/iu,
  /^(.+?)\s*\[conflict\]$/i,
  // Seafile: Title (SFConflict ahmad@example.org 2026-01-31-12-00-00)
  /^(.+?)\s*\(SFConflict [^()]*\)$/,
  // In Arabic: Title (نسخة متعارضة من أحمد 2026-01-31); without the word for "copy" only with a full date
  /^(.+?)\s*[([][^()[\]]*نسخة[^()[\]]*(?:متعارض|متضارب|تعارض|تضارب|متنازع)[^()[\]]*[)\]]$/u,
  /^(.+?)\s*[([][^()[\]]*(?:متعارض|متضارب|تعارض|تضارب)[^()[\]]*\p{Nd}{4}-?\p{Nd}{2}-?\p{Nd}{2}[^()[\]]*[)\]]$/u,
  // OneDrive: Title-DESKTOP-AB12CD3
  /^(.+)-(?:DESKTOP|LAPTOP|WIN|MININT)-[A-Z0-9]{4,12}(?:-\d+)?$/,
];

/** OneDrive: Title-Ahmads iPhone */
const DEVICE_PATTERN =
  /^(.+?)-([^-]*(?<!\p{L})(?:PC|i?Mac(?:Book)?|iPhone|iPad|Phone|Laptop|Desktop|Galaxy|Pixel|Surface|(?:ال)?(?:جهاز|حاسوب|كمبيوتر|لابتوب|هاتف|آيفون|ماك))(?!\p{L})[^-]*)$/iu;
/** Google Drive: Title (1) */
const BRACKETED_NUMBER = /^(.+?) ?\((\p{Nd}{1,2})\)$/u;
/** iCloud Drive: Title 2 */
const SPACED_NUMBER = /^(.+?) (\p{Nd}{1,2})$/u;

/** A file whose name is that of a conflict copy. */
export interface ConflictCopy {
  /** File name of the original. */
  original: string;
  /** Whether only sync programs give such names. */
  isCertain: boolean;
  /** Whether the file may be the second part of a lesson, because it is named like `Title 2`. */
  mayBePart?: boolean;
}

/**
 * Recognizes a conflict copy by its name. An ambiguous name, such as `Title (1)`, counts only if its category has the original: `has`
 * checks whether the category has a file name. Otherwise undefined.
 */
export function findConflictCopy(
  fileName: string,
  has: (fileName: string) => boolean,
): ConflictCopy | undefined {
  const extension = fileName.slice(-4);
  const stem = fileName.slice(0, -4);
  for (const pattern of CERTAIN_PATTERNS) {
    const [, originalStem] = pattern.exec(stem) ?? [];
    if (originalStem) return { original: originalStem + extension, isCertain: true };
  }
  const toUncertainCopy = (
    originalStem: string | undefined,
    isCopy: (stem: string) => boolean,
  ): ConflictCopy | undefined =>
    originalStem && has(originalStem + extension) && isCopy(originalStem)
      ? { original: originalStem + extension, isCertain: false }
      : undefined;
  const [, ofDevice] = DEVICE_PATTERN.exec(stem) ?? [];
  const [, ofBrackets, bracketed = ''] = BRACKETED_NUMBER.exec(stem) ?? [];
  const [, ofSpace, spaced = ''] = SPACED_NUMBER.exec(stem) ?? [];
  const followsPrevious = (write: (number: number) => string, number: number) =>
    number === 1 || has(write(number - 1) + extension);
  // Title 2 next to Title 1 or Title 3 is part of a series, not a copy.
  const secondCopy = toUncertainCopy(
    ofSpace,
    (original) =>
      toLatinDigits(spaced) === '2' &&
      ['1', '١', '3', '٣'].every((number) => !has(`${original} ${number}${extension}`)),
  );
  return (
    toUncertainCopy(ofDevice, () => true) ??
    // In a series that the owner numbers, every file has a number.
    toUncertainCopy(ofBrackets, (original) =>
      followsPrevious((number) => `${original} (${number})`, Number(toLatinDigits(bracketed))),
    ) ??
    (secondCopy && { ...secondCopy, mayBePart: true })
  );
}

/**
 * Returns the listing with conflict copies as problems; only copies that are published under their names also stay lessons. If an
 * original's content in the folder differs from that online, the online content stays until the owner has decided. Pure.
 */
export function separateConflictCopies(listing: FolderListing, library: PublishedLibrary): FolderListing {
  const names = new Set(
    [...listing.lessons, ...listing.problems].flatMap(({ category, fileName }) =>
      category && fileName ? pathKey({ category, fileName }) : [],
    ),
  );
  const onlineLessons = new Map(
    library.lessons.map((lesson) => {
      const path = { category: lesson.category.normalize('NFC'), fileName: folderNameOf(lesson) };
      return [pathKey(path), lesson];
    }),
  );
  const problems: Problem[] = [];
  const undecidedPaths = new Set<string>();
  const isConflictCopy = (lesson: FolderLesson): boolean => {
    const { path, category, fileName } = lesson;
    const copy = findConflictCopy(fileName, (name) => names.has(pathKey({ category, fileName: name })));
    if (!copy) return false;
    const originalPath = pathKey({ category, fileName: copy.original });
    // A lesson that is online under an ambiguous name is not reported, because the owner may have chosen the name.
    const isOnline = onlineLessons.has(pathKey(lesson));
    if (isOnline && !copy.isCertain) return false;
    const originalFile = listing.lessons.find((candidate) => pathKey(candidate) === originalPath);
    // Sync programs copy existing files, so two new files with different content are two parts of a series.
    const isNew = !onlineLessons.has(originalPath) && originalFile?.contentId !== lesson.contentId;
    if (copy.mayBePart && isNew) return false;
    undecidedPaths.add(originalPath);
    const otherPath = originalFile?.path;
    problems.push({
      kind: 'conflictCopy',
      path,
      category,
      fileName: copy.original,
      ...(otherPath && { otherPath }),
    });
    return !isOnline;
  };
  const lessons = listing.lessons.filter((lesson) => !isConflictCopy(lesson));
  if (problems.length === 0) return listing;
  const isDecided = (file: FolderLesson) => {
    const lesson = undecidedPaths.has(pathKey(file)) ? onlineLessons.get(pathKey(file)) : undefined;
    return !lesson || lesson.contentId === file.contentId;
  };
  return { ...listing, lessons: lessons.filter(isDecided), problems: [...listing.problems, ...problems] };
}
