import type { FolderLesson } from '../folder/folder-listing.ts';
import type { LessonState } from './published.ts';

export const changeKinds = ['added', 'restored', 'replaced', 'renamed', 'moved', 'removed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

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
