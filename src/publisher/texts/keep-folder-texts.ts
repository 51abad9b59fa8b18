import { join } from 'node:path';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import type { Target } from '../catalogue/target.ts';
import type { KnownContents } from '../folder/known-contents.ts';
import { scanFolder } from '../folder/scan-folder.ts';
import { type KeepTextsOptions, keepTexts, type TextReport } from './keep-texts.ts';
import { PageTable } from './page-table.ts';

export interface KeepFolderTextsOptions extends Pick<KeepTextsOptions, 'onLesson' | 'signal'> {
  folder: string;
  target: Target;
  /** Contents of the folder read before. */
  known: KnownContents;
}

/** `keepTexts` of the library that a folder is published to: what lies in the folder is read there. */
export async function keepFolderTexts({
  folder,
  target,
  known,
  ...options
}: KeepFolderTextsOptions): Promise<TextReport | null> {
  const { signal } = options;
  const listing = await scanFolder({
    folder,
    largest: Number.POSITIVE_INFINITY,
    known,
    ...(signal && { signal }),
  });
  const paths = new Map(
    listing.lessons.map(({ contentId, path, modifiedAt }) => [
      contentId,
      { path: join(folder, path), modifiedAt },
    ]),
  );
  const [catalogue, table] = [new AppwriteCatalogue(target, signal), new PageTable(target, signal)];
  return keepTexts({ ...options, catalogue, table, paths });
}
