import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Action } from '../change.ts';
import type { BackendContext } from '../context.ts';
import { GUEST } from '../identity.ts';
import { keptOf } from '../kept.ts';
import { filePlace, folderMode, inTurnOfFile, storeFolders } from './file-layout.ts';
import { createFileBodies } from './file-pieces.ts';
import type { FindPreview } from './preview.ts';
import {
  type Bucket,
  createStorageTables,
  fileAnswer,
  isComplete,
  readersOf,
  type StoredFile,
} from './storage-tables.ts';
import { type Swept, sweepStore, sweepUnfinished } from './sweep.ts';

/** The file store: what is known of buckets and files, and where their bytes are. */
export type Storage = ReturnType<typeof openStorage>;

export interface StorageOptions {
  /** Is told what a killed process left in the file store and was set right. */
  readonly onSwept?: (swept: Swept) => void;
  /** Draws previews; without it there are none. */
  readonly findPreview?: FindPreview;
}

/**
 * Opens the store on the data folder: brings the buckets of the schema file up to date and sweeps what a killed
 * process left over, which `onSwept` is told. Throws `FilesMissing` when the database knows files but their folder is gone.
 */
export function openStorage(context: BackendContext, { onSwept = () => {}, findPreview }: StorageOptions) {
  const { database, schema, dataDir, changes, log } = context;
  const folders = storeFolders(dataDir);
  const { buckets, files } = createStorageTables(database);
  for (const bucket of schema.buckets.values()) buckets.save(bucket);
  mkdirSync(folders.incoming, { recursive: true, mode: folderMode });
  sweepStore(folders, files, onSwept);
  const sweep = () =>
    sweepUnfinished(folders, files, onSwept).catch((error) =>
      console.error('file store: unfinished uploads could not be removed:', error),
    );
  const hourly = setInterval(sweep, 3600 * 1000).unref();

  const tell = (bucket: Bucket, file: StoredFile, action: Action) => {
    const payload = fileAnswer(file);
    const readers = readersOf(bucket, file);
    changes.emit({ kind: 'file', action, bucketId: bucket.$id, fileId: file.$id, payload, readers });
    return payload;
  };
  return {
    ...context,
    folders,
    files,
    buckets,
    findPreview,
    /** Makes the bodies of answers that are bytes of files. */
    bodyOf: createFileBodies(keptOf(database)),
    /** Tells everybody who may read a file what happened to it, and how it is now. */
    tell,
    /** Where the bytes lie of a file that any visitor may read. */
    publicPath(bucketId: string, fileId: string): string | undefined {
      const [bucket, file] = [buckets.find(bucketId), files.find(bucketId, fileId)];
      if (!bucket?.enabled || !file || !isComplete(file)) return undefined;
      const isPublic = readersOf(bucket, file).some((role) => GUEST.roles.includes(role));
      return isPublic ? filePlace(folders, bucketId, fileId).path : undefined;
    },
    /** Removes a file, finished or not: first its row, for good, so that nothing ever points at bytes that are gone. Nothing comes between `refuse` and that. */
    async remove(bucket: Bucket, file: StoredFile, refuse = () => {}) {
      const place = filePlace(folders, bucket.$id, file.$id);
      await inTurnOfFile(place, async () => {
        refuse();
        files.remove(file);
        await log.synced();
        const { path, partPath, pictures } = place;
        for (const each of [path, partPath, pictures]) await rm(each, { recursive: true, force: true });
      });
      tell(bucket, file, 'delete');
    },
    close: () => clearInterval(hourly),
  };
}
