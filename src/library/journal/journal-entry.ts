import type { LessonState, RecordedKind } from '../plan/change.ts';

/**
 * - a change of one lesson, written before it is done;
 * - `categoryRenamed`, with the names in `note`;
 * - `former`: the lesson that a file belonged to, under the file's own id, so that its address leads to the lesson;
 * - `adopted`: the content of a file that was there before us, so that it is read only once, under that id too;
 * - `started` and `finished`: the head of a publication, whose id is its own;
 * - `lock`: somebody is publishing now.
 */
export type JournalKind = RecordedKind | 'former' | 'adopted' | 'started' | 'finished' | 'lock';

export interface NewJournalEntry {
  id: string;
  kind: JournalKind;
  publication: string | null;
  /** The row's id, of a lesson or a category. */
  lesson: string | null;
  before: LessonState | null;
  after: LessonState | null;
  note: Record<string, unknown> | null;
}

/** What an entry does not have. */
export const noDetails = { publication: null, lesson: null, before: null, after: null, note: null };

/** One line of the private journal: what history, undo and the 30 days are made of. */
export interface JournalEntry extends NewJournalEntry {
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
}

/** Milliseconds that a removed lesson's file is kept for `library undo`. */
const keptFor = 30 * 24 * 60 * 60 * 1000;

export function isKept(entry: JournalEntry, now: number): boolean {
  return now - Date.parse(entry.createdAt) < keptFor;
}
