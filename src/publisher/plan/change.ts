import type { FolderLesson } from '../folder/folder-listing.ts';
import type { LessonState } from './published.ts';

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
