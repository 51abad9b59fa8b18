import { join } from 'node:path';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { FolderListing } from '../folder/folder-listing.ts';

/**
 * Replaces a damaged file by the same content from the owner's folder. Returns false when the folder does not hold it. Meant for
 * files whose id is their content.
 */
export async function repair(
  catalogue: Catalogue,
  fileId: string,
  folder: string,
  listing: FolderListing,
): Promise<boolean> {
  const lesson = listing.lessons.find(({ contentId }) => contentId === fileId);
  if (!lesson) return false;
  await catalogue.removeFile(fileId);
  await catalogue.send(
    fileId,
    { ...lesson, path: join(folder, lesson.path), name: lesson.fileName },
    () => {},
  );
  return true;
}
