import { ApiError } from '#http/api-error.ts';
import type { Json } from './context.ts';
import type { OpenTable, StoredRow } from './db/tables.ts';
import { checkId, parsePermissionsParam } from './http/params.ts';
import { deleteRow, runUnitOfWork, saveRow, type UnitOfWork } from './rows/write.ts';
import type { Bucket, StoredFile } from './storage/files.ts';
import { fileChange, type Storage } from './storage/store.ts';
import { checkFileName } from './storage/upload.ts';

interface TableRef {
  readonly databaseId: string;
  readonly tableId: string;
}

/** Writes to rows and files that are committed together. Each method throws the `ApiError` of the corresponding request. */
export interface Batch {
  save(
    table: TableRef,
    rowId: string,
    mode: 'create' | 'update' | 'upsert',
    data: { [key: string]: Json },
    permissions?: readonly string[],
  ): StoredRow;
  remove(table: TableRef, rowId: string): void;
  renameFile(bucketId: string, fileId: string, name: string): void;
  /** Removes the row in this transaction, and the bytes after the commit. */
  removeFile(bucketId: string, fileId: string): void;
}

/** Rejects, at compile time, a `work` that returns a promise, because the transaction would commit before the promise resolves. */
type Sync<T> = T extends Promise<unknown> ? never : T;

/** Creates `Backend.write`, which commits several writes of this process in one transaction. */
export function createWrite(storage: Storage) {
  return async <T>(work: (batch: Batch) => Sync<T>): Promise<T> => {
    const removedFiles: StoredFile[] = [];
    const result = runUnitOfWork(storage, (unit) => work(createBatch(storage, unit, removedFiles)));
    await storage.log.flush();
    for (const { bucketId, $id } of removedFiles) await storage.deleteBytes(bucketId, $id);
    return result;
  };
}

function createBatch(storage: Storage, unit: UnitOfWork, removedFiles: StoredFile[]): Batch {
  const requireTable = ({ databaseId, tableId }: TableRef): OpenTable => {
    const table = storage.schema.databases.get(databaseId)?.tables.get(tableId);
    if (!table) throw new ApiError('table_not_found', { id: tableId });
    return table;
  };
  const requireBucket = (bucketId: string): Bucket => {
    const bucket = storage.buckets.find(bucketId);
    if (!bucket) throw new ApiError('storage_bucket_not_found');
    return bucket;
  };
  const requireFile = (bucketId: string, fileId: string): StoredFile => {
    const file = storage.files.find(bucketId, fileId);
    if (!file) throw new ApiError('storage_file_not_found');
    return file;
  };
  return {
    save(table, rowId, mode, data, rowPermissions) {
      const id = checkId('rowId', rowId);
      const permissions = rowPermissions && parsePermissionsParam([...rowPermissions]);
      return saveRow(unit, requireTable(table), id, mode, { data, permissions });
    },
    remove(table, rowId) {
      deleteRow(unit, requireTable(table), rowId);
    },
    renameFile(bucketId, fileId, name) {
      const file = requireFile(bucketId, fileId);
      const newFile = storage.files.update(file, checkFileName(name, 128), file.$permissions);
      unit.changes.push(fileChange(requireBucket(bucketId), newFile, 'update'));
    },
    removeFile(bucketId, fileId) {
      const file = requireFile(bucketId, fileId);
      storage.files.remove(file);
      removedFiles.push(file);
      unit.changes.push(fileChange(requireBucket(bucketId), file, 'delete'));
    },
  };
}
