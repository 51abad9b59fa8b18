import { createHash } from 'node:crypto';
import { idPattern } from '#contract/id-pattern.ts';

/** Raise it when pages are drawn, or their words placed, in another way. */
const drawingVersion = 1;

/** Where the drawings of a file are kept: a name that no id can break out of. */
export function editionFolder(fileId: string): string {
  return `${drawingVersion}-${createHash('sha256').update(fileId).digest('hex').slice(0, 32)}`;
}

/** Whether it is an id as Appwrite allows them; a row may name anything else as its file. */
export function isFileId(fileId: string): boolean {
  return new RegExp(`^${idPattern}$`).test(fileId);
}
