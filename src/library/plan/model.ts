import { hash } from 'node:crypto';
import { sortKey } from '#text/sort-key.ts';

/** One PDF in the owner's folder that can be published. */
export interface FolderLesson {
  /** Path relative to the folder, as spelled by the file system. */
  path: string;
  /** Cleaned names: NFC, see `cleanName`. */
  category: string;
  fileName: string;
  /** Bytes. */
  size: number;
  /** Content identity, see `contentId`. */
  contentId: string;
  /** Hex; what a backend reports as the signature of what it received. */
  md5: string;
  /** Milliseconds; together with the size it shows whether the file was changed. */
  modifiedAt: number;
  /** Opening it requires a password. */
  isLocked?: boolean;
  /** Pages without words, of all its pages, such as `103/106`; empty or absent if they are few. */
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
  /** Location in the library it would have. A lesson published there stays, see `plan`. */
  category?: string;
  fileName?: string;
  /** The other file, for `sameName`, `duplicate` and `conflictCopy`. */
  other?: string;
  /** Bytes, for `tooLarge`. */
  size?: number;
  limit?: number;
}

export interface FolderListing {
  exists: boolean;
  /** Cleaned names of all category folders, also of those without a lesson. */
  categories: string[];
  lessons: FolderLesson[];
  problems: Problem[];
  /** Days by which the owner's Hijri dates differ from the calendar of Umm al-Qura. */
  hijriOffset?: number;
}

/** A lesson's row, as every backend stores it. */
export interface LessonRow {
  /** It stays when the lesson is renamed, moved or corrected. */
  id: string;
  /** As visitors see it. */
  fileName: string;
  /** Bytes. */
  fileSize: number;
  fileId: string;
  /** Empty if the lesson has no category. */
  categoryId: string;
  /** ISO 8601; the date visitors sort by. */
  publishedAt: string;
}

/** Reads a lesson's row; each backend names its id and date differently. */
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

/** Returns the columns of a lesson's row, the inverse of `readLessonRow`; the id and date are not columns. */
export function lessonColumns({ fileName, fileSize, fileId, categoryId }: Omit<LessonRow, 'id'>) {
  return { fileName, fileSize, fileId, category: categoryId || null };
}

/** A lesson as it is, or was, in the library. */
export interface LessonState extends Omit<LessonRow, 'id'> {
  category: string;
  /** The file's name in the owner's folder if it differs: it begins with the lesson's date. */
  folderName?: string | undefined;
  contentId: string;
}

/** A lesson of the library, with the id of its row. */
export type PublishedLesson = LessonState & Pick<LessonRow, 'id'>;

export function toState<Lesson extends { id: string }>({ id: _, ...state }: Lesson): Omit<Lesson, 'id'> {
  return state;
}

/** The name of a lesson's file in the owner's folder. */
export function folderNameOf({ folderName, fileName }: Pick<LessonState, 'folderName' | 'fileName'>): string {
  return folderName ?? fileName;
}

export interface PublishedCategory {
  id: string;
  name: string;
}

/** The published library, and the lessons removed within the last 30 days (newest first), whose files are kept. */
export interface Published {
  categories: PublishedCategory[];
  lessons: PublishedLesson[];
  removed: PublishedLesson[];
  /** Time of the first publication (ISO 8601); absent if there was none. */
  since?: string | undefined;
}

export const changeKinds = ['added', 'restored', 'replaced', 'renamed', 'moved', 'dated', 'removed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Kinds of changes that the history counts. */
const recordedKinds = [...changeKinds, 'categoryRenamed'] as const;
export type RecordedKind = (typeof recordedKinds)[number];

/** Lists the counts of the kinds that occur, in the order of the owner's report. */
export function listCountsInOrder(
  counts: ReadonlyMap<string, number>,
): [kind: RecordedKind, count: number][] {
  return recordedKinds.flatMap((kind) => {
    const count = counts.get(kind);
    return count ? [[kind, count]] : [];
  });
}

/** One lesson's change. `before` is null for a new lesson, `after` for a removed one. */
export interface Change {
  kind: ChangeKind;
  /** The row's id. */
  id: string;
  before: LessonState | null;
  after: LessonState | null;
  /** The file in the folder, where there is one. */
  source: FolderLesson | null;
}

/** A place in the library: cleaned names of a category and a file. */
export interface LessonPath {
  category: string;
  fileName: string;
}

/** Joins a category and a file name by a slash, which neither can contain, so each key is unique. */
export function pathKey({ category, fileName }: LessonPath): string {
  return `${category}/${fileName}`;
}

/** Lessons in the order visitors see them: by category, then by name, as the library sorts both languages. */
export function sortForVisitors<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => LessonPath | null,
): Item[] {
  return items
    .map((item) => {
      const { category = '', fileName = '' } = placeOf(item) ?? {};
      return { item, category: sortKey(category), fileName: sortKey(fileName) };
    })
    .sort((a, b) => Buffer.compare(a.category, b.category) || Buffer.compare(a.fileName, b.fileName))
    .map(({ item }) => item);
}

/**
 * Makes an id from a seed (a content or a category's name), so that two computers or runs choose the same one. 20 hex digits as
 * on Appwrite; if `taken` contains it, the next of the series.
 */
export function newId(seed: string, used: { has(id: string): boolean }): string {
  for (let turn = 0; ; turn++) {
    const id = hash('sha256', turn === 0 ? seed : `${seed}\0${turn}`).slice(0, 20);
    if (!used.has(id)) return id;
  }
}

/** A lesson that could not be published. `message` is the store's reason, for `refused`. */
export interface Failure {
  change: Change;
  reason: 'changed' | 'unreadable' | 'refused' | 'diskFull';
  message: string;
}

/** Reason why a step of an undo failed in the owner's folder. */
export type UndoRefusal = 'taken' | 'refused' | 'changed' | 'expired' | 'diskFull' | 'other';
