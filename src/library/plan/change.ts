import type { FolderLesson } from '../folder/folder-listing.ts';

/** A lesson as it stands, or stood, in the library. */
export interface LessonState {
  category: string;
  categoryId: string;
  fileName: string;
  /** Bytes. */
  fileSize: number;
  fileId: string;
  contentId: string;
  /** ISO 8601; the date visitors sort by. */
  publishedAt: string;
}

export interface PublishedCategory {
  id: string;
  name: string;
}

export interface PublishedLesson extends LessonState {
  /** The row's id. It stays when the lesson is renamed, moved or corrected. */
  id: string;
}

/** What visitors see now, and the lessons removed within the last 30 days (newest first), whose files are still kept. */
export interface Published {
  categories: PublishedCategory[];
  lessons: PublishedLesson[];
  removed: PublishedLesson[];
}

export const changeKinds = ['added', 'restored', 'replaced', 'renamed', 'moved', 'removed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** What the history of a publication counts. */
export const recordedKinds = [...changeKinds, 'categoryRenamed'] as const;
export type RecordedKind = (typeof recordedKinds)[number];

/** How many there are of each kind, without the kinds of which there is none. */
export function countKinds(kinds: readonly string[]): [kind: RecordedKind, count: number][] {
  const counted = Map.groupBy(kinds, (kind) => kind);
  return recordedKinds.flatMap((kind) => {
    const count = counted.get(kind)?.length;
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
