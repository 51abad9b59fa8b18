import type { Action, ChangeFeed, Json } from '../change.ts';
import { rolesFor } from '../permissions.ts';
import type { Bucket } from './bucket-table.ts';

/** A file of a bucket as the database knows it; its bytes are on disk. Sizes in bytes, dates as the API shows them. */
export interface StoredFile {
  readonly sequence: number;
  readonly bucketId: string;
  readonly id: string;
  readonly created: string;
  readonly updated: string;
  readonly permissions: readonly string[];
  readonly name: string;
  readonly folder: string;
  readonly size: number;
  readonly chunksTotal: number;
  readonly chunksUploaded: number;
  /** Empty until the last chunk has come, as are `signature` (md5, hex) and `sha256` (hex). */
  readonly mimeType: string;
  readonly signature: string;
  readonly sha256: string;
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
