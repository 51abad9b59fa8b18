import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Action, BackendContext, Change } from '../context.ts';
import { GUEST_ROLES } from '../permissions.ts';
import {
  type Bucket,
  createStorageTables,
  FOLDER_MODE,
  fileLocation,
  fileView,
  isComplete,
  mutateFile,
  readersOf,
  type StoredFile,
  storeFolders,
} from './files.ts';
import { type StoreRepair, sweepStore, sweepUnfinished } from './sweep.ts';

/** The file store: rows of buckets and files, and their bytes on the disk. */
export type Storage = ReturnType<typeof openStorage>;

export interface StorageOptions {
  /** Called for each repair of the store, at the start or hourly. */
  readonly onRepair?: (repair: StoreRepair) => void;
}

/** Creates the change of a file, with its readers. */
export function fileChange(bucket: Bucket, file: StoredFile, action: Action): Change {
  const [payload, readers] = [fileView(file), readersOf(bucket, file)];
  return { kind: 'file', action, bucketId: bucket.$id, fileId: file.$id, payload, readers };
}

/**
 * Opens the store of a data folder: saves the buckets of the schema file, and repairs the store after a killed process. Throws
 * `FilesMissing` if many or all files of the database are not on the disk.
 */
export function openStorage(context: BackendContext, { onRepair = () => {} }: StorageOptions) {
  const { database, schema, dataDir, changes, log } = context;
  const folders = storeFolders(dataDir);
  const { buckets, files } = createStorageTables(database);
  for (const bucket of schema.buckets.values()) buckets.save(bucket);
  mkdirSync(folders.incoming, { recursive: true, mode: FOLDER_MODE });
  sweepStore(folders, files, onRepair);
  const sweep = () =>
    sweepUnfinished(folders, files, onRepair).catch((error) =>
      console.error('Unfinished uploads could not be removed:', error),
    );
  const sweepTimer = setInterval(sweep, 3600 * 1000).unref();

  const emit = (bucket: Bucket, file: StoredFile, action: Action) =>
    changes.emit(fileChange(bucket, file, action));
  const deleteUnused = async (bucketId: string, fileId: string) => {
    const { path, partPath, pictures } = fileLocation(folders, bucketId, fileId);
    const file = files.find(bucketId, fileId);
    const unusedPaths = [...(file ? [] : [path, pictures]), ...(file && !isComplete(file) ? [] : [partPath])];
    for (const unusedPath of unusedPaths)
      await rm(unusedPath, { recursive: true, force: true }).catch((error) =>
        // The row is gone, so the removal has succeeded. The next start moves the bytes to quarantine.
        console.error('The bytes of a removed file could not be deleted:', error),
      );
  };
  const deleteBytes = (bucketId: string, fileId: string) =>
    mutateFile(fileLocation(folders, bucketId, fileId), () => deleteUnused(bucketId, fileId));
  return {
    ...context,
    folders,
    files,
    buckets,
    emit,
    /** Returns the path of a complete file that any visitor may read; undefined for any other file. */
    publicPath(bucketId: string, fileId: string): string | undefined {
      const [bucket, file] = [buckets.find(bucketId), files.find(bucketId, fileId)];
      if (!bucket || !file || !isComplete(file)) return undefined;
      const isPublic = readersOf(bucket, file).some((role) => GUEST_ROLES.includes(role));
      return isPublic ? fileLocation(folders, bucketId, fileId).path : undefined;
    },
    /** Returns the path of a complete file; undefined for any other file. Permissions are not checked. */
    filePath(bucketId: string, fileId: string): string | undefined {
      const file = files.find(bucketId, fileId);
      return file && isComplete(file) ? fileLocation(folders, bucketId, fileId).path : undefined;
    },
    /** Deletes the bytes, parts and pictures of a file that its row does not refer to. */
    deleteBytes,
    /** Does the same as `deleteBytes`, for callers that hold the file's mutex. */
    deleteUnused,
    /**
     * Removes a file, complete or not. Flushes the removal of its row before deleting the bytes, so that no row refers to missing bytes.
     * If the flush fails, the next start moves the bytes to quarantine. Skips a file that was replaced since the caller read its row.
     */
    async remove(bucket: Bucket, { $id, sequence }: StoredFile) {
      await mutateFile(fileLocation(folders, bucket.$id, $id), async () => {
        const file = files.find(bucket.$id, $id);
        if (file?.sequence !== sequence) return;
        files.remove(file);
        // From now on, no reader finds the row, even if the flush fails.
        emit(bucket, file, 'delete');
        await log.flush();
        await deleteUnused(bucket.$id, $id);
      });
    },
    close: () => clearInterval(sweepTimer),
  };
}
