import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { join } from 'node:path';

/** The mode of the folders of the store. */
export const folderMode = 0o750;
/** A link put into the store by someone else is not followed; Windows has no such flag. */
export const noFollow = constants.O_NOFOLLOW ?? 0;

/** The folders of the store inside the data folder. */
export type StoreFolders = ReturnType<typeof storeFolders>;

/** Where the bytes of one stored file live on disk: complete, and while it is still being sent. */
export type FilePlace = ReturnType<typeof filePlace>;

/** The folders of the store for a data folder; all on one file system, so that a rename is atomic. */
export function storeFolders(dataDir: string) {
  const files = join(dataDir, 'files');
  return { files, incoming: join(files, 'incoming'), pictures: join(dataDir, 'pictures') };
}

/** Raise it when pages are drawn, or their words placed, in another way. */
const drawingVersion = 1;

/** Where what is drawn of a file is kept: a name that no id can break out of. */
export function editionFolder(fileId: string): string {
  return `${drawingVersion}-${createHash('sha256').update(fileId).digest('hex').slice(0, 32)}`;
}

/**
 * The place of a file, from a hash of its ids: nothing a caller chose reaches a path, ids that differ only in case
 * stay apart on every file system, and no folder grows large.
 */
export function filePlace(folders: StoreFolders, bucketId: string, fileId: string) {
  const name = createHash('sha256').update(`${bucketId}/${fileId}`).digest('hex');
  return {
    path: join(folders.files, name.slice(0, 2), name),
    partPath: join(folders.incoming, name),
    /** What was drawn of it. */
    pictures: join(folders.pictures, editionFolder(fileId)),
  };
}

/** The mutex of a file: changes of its bytes run one after another, in the order they came. */
export function mutateFile<T>({ path }: FilePlace, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(path, work);
}
