import type { SQLOutputValue } from 'node:sqlite';
import type { Action, ChangeFeed, Json } from '../change.ts';
import { rolesFor } from '../permissions.ts';
import type { Bucket } from './bucket-table.ts';

/** A file of a bucket as the database knows it; its bytes are on disk. Sizes in bytes, dates as the API shows them. */
export type StoredFile = Readonly<ReturnType<typeof toStoredFile>>;

/** Reads a row of `storage_files`. */
export function toStoredFile(row: Record<string, SQLOutputValue>) {
  const text = (key: string) => String(row[key]);
  const number = (key: string) => Number(row[key]);
  return {
    sequence: number('sequence'),
    bucketId: text('bucket_id'),
    id: text('id'),
    created: text('created'),
    updated: text('updated'),
    permissions: JSON.parse(text('permissions')) as readonly string[],
    name: text('name'),
    folder: text('folder'),
    size: number('size'),
    chunksTotal: number('chunks_total'),
    chunksUploaded: number('chunks_uploaded'),
    /** Empty until the last chunk has come, as are `signature` (md5, hex) and `sha256` (hex). */
    mimeType: text('mime_type'),
    signature: text('signature'),
    sha256: text('sha256'),
  };
}

/** Whether all bytes are here: only then can they be read. */
export function isComplete(file: StoredFile): boolean {
  return file.sha256 !== '';
}

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

/** The roles that may read a file: those of its bucket and, with file security, its own. */
export function readersOf(bucket: Bucket, file: Pick<StoredFile, 'permissions'>): string[] {
  const permissions = bucket.fileSecurity ? [...bucket.permissions, ...file.permissions] : bucket.permissions;
  return [...new Set(rolesFor(permissions, 'read'))];
}

/** Tells everybody who may read a file what happened to it, and how it is now. */
export function tellOfFile(changes: ChangeFeed, bucket: Bucket, file: StoredFile, action: Action) {
  const payload = fileAnswer(file);
  const readers = readersOf(bucket, file);
  changes.emit({ kind: 'file', action, bucketId: bucket.id, fileId: file.id, payload, readers });
  return payload;
}
