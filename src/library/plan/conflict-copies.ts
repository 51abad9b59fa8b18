import { latinDigits } from '#text/fold.ts';
import {
  type FolderLesson,
  type FolderListing,
  folderNameOf,
  type Problem,
  type Published,
  pathKey,
} from './model.ts';

/** Names that only sync programs give, with the name of the copied file. Sources: the programs' documentation. */
const certain = [
  // Syncthing: Title.sync-conflict-20260131-120000-ABCDEFG
  /^(.+)\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]+)?$/i,
  // Nextcloud and ownCloud: Title (conflicted copy 2026-01-31 120000), and of older versions Title_conflict-20260131-120000
  /^(.+)_conflict-\d{8}-\d{6}$/i,
  // Dropbox: Title (Ahmad's conflicted copy 2026-01-31); with a whole date also others; a title may name a year.
  /^(.+?)\s*[([][^()[\]]*(?:conflicted copy|case conflict|case clash|selective sync conflict|encoding conflict)[^()[\]]*[)\]]$/i,
  /^(.+?)\s*[([][^()[\]]*\bconflict\b[^()[\]]*\p{Nd}{4}-?\p{Nd}{2}-?\p{Nd}{2}[^()[\]]*[)\]]$/iu,
  /^(.+?)\s*\[conflict\]$/i,
  // Seafile: Title (SFConflict ahmad@example.org 2026-01-31-12-00-00)
  /^(.+?)\s*\(SFConflict [^()]*\)$/,
  // The same in Arabic: Title (نسخة متعارضة من أحمد 2026-01-31)
  /^(.+?)\s*[([][^()[\]]*نسخة[^()[\]]*(?:متعارض|متضارب|تعارض|تضارب|متنازع)[^()[\]]*[)\]]$/u,
  /^(.+?)\s*[([][^()[\]]*(?:متعارض|متضارب|تعارض|تضارب)[^()[\]]*\p{Nd}{4}-?\p{Nd}{2}-?\p{Nd}{2}[^()[\]]*[)\]]$/u,
  // OneDrive: Title-DESKTOP-AB12CD3
  /^(.+)-(?:DESKTOP|LAPTOP|WIN|MININT)-[A-Z0-9]{4,12}(?:-\d+)?$/,
];

/** OneDrive with the name of another device. */
const device =
  /^(.+?)-([^-]*(?<!\p{L})(?:PC|i?Mac(?:Book)?|iPhone|iPad|Phone|Laptop|Desktop|Galaxy|Pixel|Surface|(?:ال)?(?:جهاز|حاسوب|كمبيوتر|لابتوب|هاتف|آيفون|ماك))(?!\p{L})[^-]*)$/iu;
/** Google Drive: Title (1) */
const inBrackets = /^(.+?) ?\((\p{Nd}{1,2})\)$/u;
/** iCloud Drive: Title 2 */
const afterSpace = /^(.+?) (\p{Nd}{1,2})$/u;

/** The file that a conflict copy was made of. */
export interface ConflictCopy {
  of: string;
  /** False for names that an owner may also give. */
  isCertain: boolean;
  /** The name is also that of a second part, which owners give more often. */
  mayBePart?: boolean;
}

/** Returns the file whose conflict copy has this name; undefined for any other name. `has` returns whether a name is in the folder. */
export function findConflictCopy(
  fileName: string,
  has: (fileName: string) => boolean,
): ConflictCopy | undefined {
  const ending = fileName.slice(-4);
  const stem = fileName.slice(0, -4);
  for (const pattern of certain) {
    const [, of] = pattern.exec(stem) ?? [];
    if (of) return { of: of + ending, isCertain: true };
  }
  const uncertain = (of: string | undefined, isCopy: (stem: string) => boolean): ConflictCopy | undefined =>
    of && has(of + ending) && isCopy(of) ? { of: of + ending, isCertain: false } : undefined;
  const [, ofDevice] = device.exec(stem) ?? [];
  const [, ofBrackets, bracketed = ''] = inBrackets.exec(stem) ?? [];
  const [, ofSpace, spaced = ''] = afterSpace.exec(stem) ?? [];
  const isAfter = (write: (number: number) => string, number: number) =>
    number === 1 || has(write(number - 1) + ending);
  // Title, Title 2 and Title 3 are a series.
  const second = uncertain(
    ofSpace,
    (of) =>
      latinDigits(spaced) === '2' && ['1', '١', '3', '٣'].every((number) => !has(`${of} ${number}${ending}`)),
  );
  return (
    uncertain(ofDevice, () => true) ??
    // A series that an owner numbers has no (1) next to a file without a number.
    uncertain(ofBrackets, (of) => isAfter((number) => `${of} (${number})`, Number(latinDigits(bracketed)))) ??
    (second && { ...second, mayBePart: true })
  );
}

/**
 * Separates conflict copies of sync programs, which are not lessons. If the copied file is online with other content than the
 * folder has now, that content stays online until the owner has chosen. Pure.
 */
export function separateConflictCopies(listing: FolderListing, published: Published): FolderListing {
  const names = new Set(
    [...listing.lessons, ...listing.problems].flatMap(({ category, fileName }) =>
      category && fileName ? pathKey({ category, fileName }) : [],
    ),
  );
  const online = new Map(
    published.lessons.map((lesson) => {
      const place = { category: lesson.category.normalize('NFC'), fileName: folderNameOf(lesson) };
      return [pathKey(place), lesson];
    }),
  );
  const problems: Problem[] = [];
  const undecided = new Set<string>();
  const isCopy = (lesson: FolderLesson): boolean => {
    const { path, category, fileName } = lesson;
    const copy = findConflictCopy(fileName, (name) => names.has(pathKey({ category, fileName: name })));
    if (!copy) return false;
    const original = pathKey({ category, fileName: copy.of });
    // A lesson that is online under this name stays: the owner may have given it.
    const isOnline = online.has(pathKey(lesson));
    if (isOnline && !copy.isCertain) return false;
    const base = listing.lessons.find((each) => pathKey(each) === original);
    // Programs make copies of files that were there before; two that are new together are two parts.
    const isNew = !online.has(original) && base?.contentId !== lesson.contentId;
    if (copy.mayBePart && isNew) return false;
    undecided.add(original);
    const other = base && { other: base.path };
    problems.push({ kind: 'conflictCopy', path, category, fileName: copy.of, ...other });
    return !isOnline;
  };
  const lessons = listing.lessons.filter((lesson) => !isCopy(lesson));
  if (problems.length === 0) return listing;
  const isDecided = (file: FolderLesson) => {
    const lesson = undecided.has(pathKey(file)) ? online.get(pathKey(file)) : undefined;
    return !lesson || lesson.contentId === file.contentId;
  };
  return { ...listing, lessons: lessons.filter(isDecided), problems: [...listing.problems, ...problems] };
}
