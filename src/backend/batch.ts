import { ApiError } from '#http/api-error.ts';
import type { Json } from './context.ts';
import type { OpenTable, StoredRow } from './db/tables.ts';
import { checkId, parsePermissionsParam } from './http/params.ts';
import { deleteRow, runUnitOfWork, saveRow, type UnitOfWork } from './rows/write.ts';
import type { Bucket, NewFile, StoredBytes, StoredFile } from './storage/files.ts';
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
  /** Adds the row of a file. Does nothing if the row exists with the same bytes. Throws if they differ, or if the stored bytes are gone. */
  addFile(bytes: StoredBytes): void;
  updateFile(
    bucketId: string,
    fileId: string,
    change: { readonly name?: string; readonly permissions?: readonly string[] },
  ): void;
  /** Removes the row in this transaction, and the bytes after the commit. */
  removeFile(bucketId: string, fileId: string): void;
}

/** Rejects, at compile time, a `work` that returns a promise, because the transaction would commit before the promise resolves. */
type Sync<T> = T extends Promise<unknown> ? never : T;

/** Creates `Backend.write`, which commits several writes of this process in one transaction. */
export function createWrite(storage: Storage) {
  return async <T>(work: (batch: Batch) => Sync<T>): Promise<T> => {
    const changedFiles: ChangedFiles = { added: [], removed: [] };
    const result = runUnitOfWork(storage, (unit) => work(createBatch(storage, unit, changedFiles)));
    for (const file of changedFiles.added) storage.endProtection(file);
    await storage.log.flush();
    for (const { bucketId, $id } of changedFiles.removed) await storage.deleteBytes(bucketId, $id);
    return result;
  };
}

interface ChangedFiles {
  readonly added: NewFile[];
  /** Removed files, and unfinished uploads that an added file replaces. */
  readonly removed: StoredFile[];
}

function createBatch(storage: Storage, unit: UnitOfWork, changedFiles: ChangedFiles): Batch {
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
    addFile(bytes) {
      const bucket = requireBucket(bytes.file.bucketId);
      const existing = storage.files.find(bucket.$id, bytes.file.$id);
      const isNew = existing?.sha256 !== bytes.sha256;
      const file = storage.addBytes(bytes);
      changedFiles.added.push(bytes.file);
      if (existing && isNew) changedFiles.removed.push(existing);
      if (isNew) unit.changes.push(fileChange(bucket, file, 'create'));
    },
    updateFile(bucketId, fileId, { name, permissions }) {
      const file = requireFile(bucketId, fileId);
      const newFile = storage.files.update(
        file,
        name === undefined ? file.name : checkFileName(name, 128),
        (permissions && parsePermissionsParam([...permissions], 'file')) ?? file.$permissions,
      );
      unit.changes.push(fileChange(requireBucket(bucketId), newFile, 'update'));
    },
    removeFile(bucketId, fileId) {
      const file = requireFile(bucketId, fileId);
      storage.files.remove(file);
      changedFiles.removed.push(file);
      unit.changes.push(fileChange(requireBucket(bucketId), file, 'delete'));
    },
  };
}
