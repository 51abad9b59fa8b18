import type { Problem, ProblemKind } from '../folder/folder-listing.ts';
import type { RecordedKind } from '../plan/change.ts';
import { sizeText } from './en-counts.ts';
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

/** What is wrong with a file of the folder, and what to do. */
export const enProblems: Record<ProblemKind, (problem: Problem) => string> = {
  notInCategory: () =>
    'is outside the category folders. Move it into a folder; the folder’s name is the category.',
  deepFolder: () =>
    'is a folder inside a category. Move its PDFs up into the category: only one level of folders is published.',
  notPdfName: () => 'is not a PDF. Save it as PDF, or take it out of the folder.',
  notPdf: () =>
    'is named .pdf, but its content is not a PDF. Open it in the program that made it and save it as PDF.',
  damaged: () =>
    'cannot be opened: it is damaged, or not a PDF at all. Open it in the program that made it and save it as PDF.',
  notUnicode: () =>
    'has a name in an old encoding that cannot be read here. Rename it on this computer; the question marks stand for the letters that are lost.',
  hiddenName: () =>
    'begins with a dot or with ~$, as hidden and temporary files do. If it is a lesson, take these characters off its name.',
  incomplete: () => 'is not complete. If it is still being copied, wait. Otherwise copy or save it again.',
  empty: () => 'is empty. Copy or save it again.',
  unreadable: () => 'cannot be read. Check that you may open it, and that the disk is connected.',
  beingCopied: () => 'is still being copied. Wait until the copy has finished, then publish again.',
  controlCharacters: () => 'has invisible control characters in its name. Type the name again.',
  nameTooLong: () => 'has a name longer than 255 characters. Give it a shorter name.',
  nameEmpty: () => 'has no name. Give it a name.',
  tooLarge: ({ size = 0, limit = 0 }) =>
    `has ${sizeText(size)}, and the library takes ${sizeText(limit)} at most. Save it with a smaller size (“reduce file size”), or split it into parts.`,
  sameName: ({ other = '' }) =>
    `has the same name as ${shown(other)}; only hidden characters differ. Rename or delete one of the two.`,
  duplicate: ({ other = '' }) => `is the same lesson as ${shown(other)}. Delete one of the two.`,
};
