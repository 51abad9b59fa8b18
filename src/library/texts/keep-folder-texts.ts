import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readingVersion } from '#reader/engine/reading-version.ts';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import { libraryStamp } from '../catalogue/library-stamp.ts';
import type { Target } from '../catalogue/target.ts';
import type { FolderListing } from '../folder/folder-listing.ts';
import { readNote, writeNote } from '../note.ts';
import type { Change } from '../plan/change.ts';
import { type KeepTextsOptions, keepTexts, type TextReport } from './keep-texts.ts';
import { PageTable } from './page-table.ts';

/** What a publication leaves to be read. */
export interface TextsLeft {
  listing: FolderListing;
  /** What it changed, when all other lessons had been read before; else null. */
  changes: readonly Change[] | null;
  /** The library's state after it. */
  stamp: string;
}

/** More changes than this are not asked for one by one. */
const few = 500;

/**
 * What is left to be read after a publication. The caller holds the lock. `before` is the stamp from before it, and `changes` is null
 * when they are not known.
 */
export async function textsLeft(
  target: Target,
  { before, dataDir, listing, changes }: Omit<TextsLeft, 'stamp'> & { before: string; dataDir: string },
  signal?: AbortSignal,
): Promise<TextsLeft> {
  const isFew = changes !== null && changes.length <= few;
  const texts = isFew ? await new PageTable(target, signal).count().catch(() => null) : null;
  const isRest = texts !== null && isAllRead(dataDir, before, texts);
  return { listing, changes: isRest ? changes : null, stamp: await libraryStamp(target, signal) };
}

const noteIn = (dataDir: string) => join(dataDir, 'read-texts.json');

/** Notes that the words of all lessons have been read of a library in this state, and of how many lessons the text is there. */
export function noteAllRead(dataDir: string, stamp: string, texts: number): void {
  writeNote(noteIn(dataDir), { version: readingVersion, stamp, texts });
}

/** Whether that was noted: a library that was restored may be in the same state, and have no text. */
export function isAllRead(dataDir: string, stamp: string, texts: number): boolean {
  return isDeepStrictEqual(readNote(noteIn(dataDir)), { version: readingVersion, stamp, texts });
}

export interface KeepFolderTextsOptions
  extends Pick<KeepTextsOptions, 'isAlone' | 'onLesson' | 'reader' | 'signal'> {
  folder: string;
  dataDir: string;
  target: Target;
  left: TextsLeft;
}

/** `keepTexts` of the library that a folder is published to: what lies in the folder is read there. */
export async function keepFolderTexts({
  folder,
  dataDir,
  target,
  left: { listing, changes, stamp },
  ...options
}: KeepFolderTextsOptions): Promise<TextReport | null> {
  const { signal } = options;
  const paths = new Map(
    listing.lessons.map(({ contentId, path, modifiedAt }) => [
      contentId,
      { path: join(folder, path), modifiedAt },
    ]),
  );
  const [catalogue, table] = [new AppwriteCatalogue(target, signal), new PageTable(target, signal)];
  const report = await keepTexts({ ...options, catalogue, table, paths, ...(changes && { changes }) });
  const texts = report?.isWhole ? await table.count() : null;
  if (texts !== null) noteAllRead(dataDir, stamp, texts);
  return report;
}
