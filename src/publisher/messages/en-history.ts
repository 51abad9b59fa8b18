import type { RecordedKind } from '../plan/change.ts';
import type { UndoFailure } from '../undo/carry-out.ts';
import { shown } from './shown.ts';

/** What becomes of lessons and categories. */
export const enKinds: Record<RecordedKind, string> = {
  added: 'New',
  restored: 'Back again',
  replaced: 'New edition (same link)',
  renamed: 'New name (same link)',
  moved: 'Other category (same link)',
  removed: 'No longer shown',
  categoryRenamed: 'Category with a new name',
};

/** What the commands `undo` and `history` say. */
export const enHistory = {
  undo: {
    nothing: 'There is nothing to undo.',
    noSuch: (number: number) => `There is no publication ${number}. See: npm run library -- history`,
    noFolder: (folder: string) =>
      `The folder of lessons ${shown(folder)} is not there. Is the disk connected?`,
    heading: (number: number, when: string) => `This undoes publication ${number} of ${when}.`,
    goingOn: (number: number, when: string) =>
      `The undo of publication ${number} of ${when} was interrupted; this finishes it.`,
    /** Headings of what happens to files of the owner's folder. */
    step: {
      folder: 'In your folder, a category with its former name',
      fetch: 'In your folder, back again',
      edition: 'In your folder, the former edition; the present one is put aside',
      move: 'In your folder, with its former name or place',
      aside: 'Put aside, in a folder that is not published',
    },
    /** Headings of what cannot be taken back. */
    left: {
      expired: 'Cannot come back: removed or replaced files are kept for 30 days',
      taken: 'Stays as it is: another file has its place in your folder',
      changed: 'Stays as it is: it was changed or moved since',
    },
    past: (number: number) =>
      `Nothing of it can be undone now. The next undo takes the publication before it; to try this one again: npm run library -- undo ${number}`,
    refused: (what: string, why: string) => `Not done: ${what}: ${why}`,
    why: {
      taken: 'another file has that place.',
      refused: 'it may not be changed. Close it in other programs, and check that you may write there.',
      changed: 'it was changed just now.',
      expired: 'its file is no longer kept.',
      diskFull: 'the disk is full.',
    } satisfies Record<Exclude<UndoFailure['why'], 'other'>, string>,
    done: 'Undone.',
    partly: (number: number) =>
      `Not everything could be undone. Put the above right, then: npm run library -- undo ${number}`,
    finished: 'An undo that was interrupted has been finished.',
  },
  history: {
    none: 'Nothing was published yet.',
    open: 'Not finished: under way, or interrupted; to finish it: npm run library -- publish',
    openUndo: 'An undo, not finished: under way, or interrupted; to finish it: npm run library -- undo',
    undone: 'undone later',
    partlyUndone: 'undone later in part',
    past: 'could not be undone any more',
    undo: (number: number) => `undid publication ${number}`,
    undoPart: (number: number) => `undid a part of publication ${number}`,
    undoRefused: (number: number) => `undo of publication ${number}: nothing could be taken back`,
    undoNothing: (number: number) => `undo of publication ${number}: nothing was left to take back`,
    nothing: 'no lesson changed',
    earlier: (n: number) => `… and ${n} earlier (--all shows them)`,
  },
};
