import { hash } from 'node:crypto';
import { SHORT_ID_LENGTH } from '#contract/urls.ts';
import { sortKey } from '#text/sort-key.ts';

/** One PDF in the owner's folder that can be published. */
export interface FolderLesson {
  /** Path relative to the folder, as the file system spells it. */
  path: string;
  /** Cleaned names: NFC, see `cleanName`. */
  category: string;
  fileName: string;
  /** Size in bytes. */
  size: number;
  /** Id of the content, see `contentIdOf`. */
  contentId: string;
  /** Modification time in milliseconds; with the size, it shows whether the file was changed. */
  modifiedAt: number;
  /** Whether opening it requires a password. */
  isLocked?: boolean;
  /** Numbers of pages without words and of all pages, such as `103/106`; empty or absent if few pages lack words. */
  pictures?: string;
}

export type ProblemKind =
  | 'notInCategory'
  | 'inbox'
  | 'deepFolder'
  | 'notPdfName'
  | 'notPdf'
  | 'damaged'
  | 'notUnicode'
  | 'hiddenName'
  | 'incomplete'
  | 'empty'
  | 'unreadable'
  | 'beingCopied'
  | 'controlCharacters'
  | 'nameTooLong'
  | 'nameEmpty'
  | 'tooLarge'
  | 'conflictCopy'
  | 'notHere'
  | 'sameName'
  | 'duplicate';

/** An entry of the folder that is not published, and the reason. */
export interface Problem {
  kind: ProblemKind;
  path: string;
  /** Path under which a published lesson stays online despite the problem. Without `fileName`, all lessons of the category stay. */
  category?: string;
  fileName?: string;
  /** The other file, for `sameName`, `duplicate` and `conflictCopy`. */
  otherPath?: string;
  /** Size and limit in bytes, for `tooLarge`. */
  size?: number;
  limit?: number;
}

export interface FolderListing {
  exists: boolean;
  /** Cleaned names of category folders, even without lessons, and of the inbox category if it has a file. Lacks invalid names. */
  categories: string[];
  lessons: FolderLesson[];
  problems: Problem[];
  /** Days by which the owner's Hijri dates are ahead of the Umm al-Qura calendar. */
  hijriOffset?: number;
}

/** A lesson's row, as every backend stores it. */
export interface LessonRow {
  /** Stays the same when the lesson is renamed, moved or replaced by a new version. */
  id: string;
  /** Name that visitors see, with the extension `.pdf`, which pages do not show. */
  fileName: string;
  /** Size in bytes. */
  fileSize: number;
  fileId: string;
  /** Empty if the lesson has no category. */
  categoryId: string;
  /** Date that visitors see and sort by (ISO 8601). */
  publishedAt: string;
}

/** Reads a lesson's row. The id and date are separate parameters, because each backend names their columns differently. */
export function readLessonRow(id: unknown, createdAt: unknown, row: Record<string, unknown>): LessonRow {
  return {
    id: String(id),
    fileName: String(row.fileName),
    fileSize: Number(row.fileSize),
    fileId: String(row.fileId),
    categoryId: typeof row.category === 'string' ? row.category : '',
    publishedAt: String(createdAt),
  };
}

/** Columns of a lesson's row in every backend. */
export const LESSON_COLUMNS = ['url', 'fileName', 'fileSize', 'fileId', 'category'] as const;
type LessonColumn = (typeof LESSON_COLUMNS)[number];

/** Returns the columns of a lesson's row, without id, date and URL: the inverse of `readLessonRow`. */
export function toLessonColumns({ fileName, fileSize, fileId, categoryId }: Omit<LessonRow, 'id'>) {
  const columns = { fileName, fileSize, fileId, category: categoryId || null };
  return columns satisfies Record<Exclude<LessonColumn, 'url'>, unknown>;
}

/** Current or earlier state of a lesson in the library. */
export interface LessonState extends Omit<LessonRow, 'id'> {
  category: string;
  /** Name of the file in the owner's folder, if it differs from `fileName` because it begins with the lesson's date. */
  folderName?: string | undefined;
  contentId: string;
}

/** A lesson of the library, with the id of its row. */
export type PublishedLesson = LessonState & Pick<LessonRow, 'id'>;

export function toState<Lesson extends { id: string }>({ id: _, ...state }: Lesson): Omit<Lesson, 'id'> {
  return state;
}

/** Returns the name of a lesson's file in the owner's folder. */
export function folderNameOf({ folderName, fileName }: Pick<LessonState, 'folderName' | 'fileName'>): string {
  return folderName ?? fileName;
}

export interface PublishedCategory {
  id: string;
  name: string;
}

/** The published library. `removedLessons` are those of the last 30 days, latest first; their files are still stored. */
export interface PublishedLibrary {
  /** Ids of all lessons that were ever changed or removed, even long ago, and of their former categories. */
  formerIds: readonly string[];
  categories: PublishedCategory[];
  lessons: PublishedLesson[];
  removedLessons: PublishedLesson[];
  /** Time of the first publication (ISO 8601); absent if there was none. */
  since?: string | undefined;
}

/** Kinds of changes. A `replaced` lesson can also be moved or renamed, a `moved` one also renamed. `renamed` covers all other fields. */
export const changeKinds = ['added', 'restored', 'replaced', 'renamed', 'moved', 'dated', 'removed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Kinds of changes that the history counts. */
const recordedKinds = [...changeKinds, 'categoryRenamed'] as const;
export type RecordedKind = (typeof recordedKinds)[number];

/** Lists the kinds of changes that occurred, with their counts, in the order of the owner's report. */
export function listCountsInOrder(
  counts: ReadonlyMap<string, number>,
): [kind: RecordedKind, count: number][] {
  return recordedKinds.flatMap((kind) => {
    const count = counts.get(kind);
    return count ? [[kind, count]] : [];
  });
}

/** Change of a lesson. `before` is null for a new or restored lesson, `after` for a removed one. */
export interface Change {
  kind: ChangeKind;
  /** The row's id. */
  id: string;
  before: LessonState | null;
  after: LessonState | null;
  /** The file in the folder, if any. */
  source: FolderLesson | null;
}

/** Path of a lesson in the library: cleaned names of its category and file. */
export interface LessonPath {
  category: string;
  fileName: string;
}

/** Joins category and file name by a slash, which names of files and folders cannot contain, so each path has a unique key. */
export function pathKey({ category, fileName }: LessonPath): string {
  return `${category}/${fileName}`;
}

/** Sorts lessons by category, then by name, with the site's sort keys, which order both languages. */
export function sortForVisitors<Item>(
  items: readonly Item[],
  pathOf: (item: Item) => LessonPath | null,
): Item[] {
  return items
    .map((item) => {
      const { category = '', fileName = '' } = pathOf(item) ?? {};
      return { item, category: sortKey(category), fileName: sortKey(fileName) };
    })
    .sort((a, b) => Buffer.compare(a.category, b.category) || Buffer.compare(a.fileName, b.fileName))
    .map(({ item }) => item);
}

/** Returns the beginning of an id that its short address contains. */
export const shortIdOf = (id: string): string => id.slice(0, SHORT_ID_LENGTH);

/**
 * Derives an id of 20 hex digits, as on Appwrite, from a content id or a category's name. Skips ids that are not free. The same
 * arguments yield the same id on all computers.
 */
export function createId(seed: string, isFree: (id: string) => boolean): string {
  for (let attempt = 0; ; attempt++) {
    const id = hash('sha256', attempt === 0 ? seed : `${seed}\0${attempt}`).slice(0, 20);
    if (isFree(id)) return id;
  }
}

/** A lesson that could not be published; `message` is the error's message, which the owner sees only for `refused`. */
export interface Failure {
  change: Change;
  reason: 'changed' | 'unreadable' | 'refused' | 'diskFull';
  message: string;
}

/** Reason why a step of an undo in the owner's folder failed. */
export type UndoRefusal = 'taken' | 'refused' | 'changed' | 'expired' | 'diskFull' | 'other';
