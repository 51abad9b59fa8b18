import type { Action, ChangeFeed, Json } from '../change.ts';
import { readersOf } from './file-access.ts';
import { discardFile } from './file-disk.ts';
import { filePlace, inTurnOfFile } from './file-layout.ts';
import type { Storage } from './storage.ts';
import { type Bucket, isComplete, type StoredFile } from './storage-tables.ts';

/** The file object of the API (docs/rules.md#storage). */
export function fileAnswer(file: StoredFile): { [key: string]: Json } {
  return {
    $id: file.id,
    bucketId: file.bucketId,
    $createdAt: file.created,
    $updatedAt: file.updated,
    $permissions: [...file.permissions],
    name: file.name,
    signature: file.signature,
    mimeType: file.mimeType,
    sizeOriginal: file.size,
    sizeActual: isComplete(file) ? file.size : 0,
    chunksTotal: file.chunksTotal,
    chunksUploaded: file.chunksUploaded,
    encryption: false,
    compression: 'none',
    folder: file.folder,
    key: file.folder + file.name,
  };
}

/** Tells everybody who may read a file what happened to it, and how it is now. */
export function tellOfFile(changes: ChangeFeed, bucket: Bucket, file: StoredFile, action: Action) {
  const payload = fileAnswer(file);
  const readers = readersOf(bucket, file);
  changes.emit({ kind: 'file', action, bucketId: bucket.id, fileId: file.id, payload, readers });
  return payload;
}

/** Removes a file, finished or not: first its row, for good, so that nothing ever points at bytes that are gone. Nothing comes between `refuse` and that. */
export async function removeFile(storage: Storage, bucket: Bucket, file: StoredFile, refuse = () => {}) {
  const place = filePlace(storage.folders, bucket.id, file.id);
  await inTurnOfFile(place, async () => {
    refuse();
    storage.files.remove(file);
    await storage.log.synced();
    await discardFile(place);
  });
  tellOfFile(storage.changes, bucket, file, 'delete');
}
