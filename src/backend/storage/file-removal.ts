import type { Bucket } from './bucket-table.ts';
import { discardFile } from './file-disk.ts';
import { filePlace, inTurnOfFile } from './file-layout.ts';
import type { Storage } from './storage.ts';
import { type StoredFile, tellOfFile } from './stored-file.ts';

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
